import { askForRelease } from './release.ts'

/** How long a tab was out of sight before its return is worth a question. */
const awayMs = 10 * 60_000

/** A tab that comes back into sight after a while may have slept through a release. */
export function askOnReturn(): void {
  let hiddenAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAt = Date.now()
    else if (Date.now() - hiddenAt > awayMs) void askForRelease()
  })
}
