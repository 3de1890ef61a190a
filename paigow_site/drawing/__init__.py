"""The pictures of the product: tiles, cards, icons, logo. ``python -m paigow_site.drawing`` draws all."""
