/** Hands a text to the browser as a file to save: a table, unless told otherwise. */
export function saveFile(filename: string, text: string, kind: 'csv' | 'plain' = 'csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `text/${kind};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { href: url, download: filename })
  link.click()
  // The download has begun by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
