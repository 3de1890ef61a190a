"""Paper made on the server: what it says is gathered as blocks, and one press sets them.

Every PDF of the product comes from here: PDF/A-2a and PDF/UA-1, tagged, with its letters embedded,
the Chinese ones too (docs/decisions/0015-paper.md).
"""
