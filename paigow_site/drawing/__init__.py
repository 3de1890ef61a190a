"""The pictures: tiles, cards, icons, logo. ``python -m paigow_site.drawing`` draws them all."""
