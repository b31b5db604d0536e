/**
 * Matches what stands over the page and asks for an answer; not what was closed and only fades out. For
 * `querySelector` and `closest`.
 */
export const openDialog = ':is([role=dialog], [role=alertdialog], dialog):not([data-state=closed])'
