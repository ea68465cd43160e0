"""Puzzles and solutions for readers: pages to play, books, and animations.

`page` writes a page to play, from the files in `player/` that `page_assets` puts together, with the hints of
`page_hints` and the words of `page_words`. `book` writes a booklet (`book_front`, `book_page`, `book_puzzle`,
`book_texts`), and `words` has the words of pages and books in each language. `animation` writes an explanation that
plays by itself as SVG, and `animation_images` as GIF and WebP; the steps of a frame and its seconds are in
`animation_frames`, the places of caption and picture in `animation_page`, marks in `animation_canvas`; the size and
number of images in `animation_images`.
"""
