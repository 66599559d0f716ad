; Blocks that an editor can fold.
[
  (game) (library) (variant) (annex)
  (article) (act) (finding) (course) (under_block) (attribute) (columns) (consequence_block)
  (add) (replace) (claim) (example) (words) (pictures) (telling) (wording) (quotes) (quotation)
] @fold
