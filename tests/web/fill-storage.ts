/** Leaves no room in the browser's storage. */
export function fillStorage(): void {
  for (let size = 2 ** 23; size > 0; size = Math.floor(size / 2)) {
    try {
      for (let at = 0; ; at++) localStorage.setItem(`filling.${size}.${at}`, 'x'.repeat(size))
    } catch {
      // No more of this size.
    }
  }
}
