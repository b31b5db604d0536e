/** Hands a text to the browser as a file to save. */
export function saveFile(filename: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: filename })
  link.click()
  // The download has begun by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
