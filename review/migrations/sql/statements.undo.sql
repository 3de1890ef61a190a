drop trigger review_reopens_stays on review_dispute;
