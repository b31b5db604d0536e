import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** As what drives the browser names the folder that it makes for one. */
const profilePrefix = 'playwright_chromiumdev_profile-'
/** A younger one may belong to a browser that is just being started. */
const youngMs = 60_000

/**
 * Removes the profile folders of browsers that have ended with a process that was killed: nobody else would. What a
 * running browser names in its command line stays; where the system does not tell that, all of them do.
 */
export async function removeLeftProfiles(folder = tmpdir(), olderThanMs = youngMs): Promise<void> {
  const running = await commandLines()
  if (running === undefined) return
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(profilePrefix))) {
    const path = join(folder, name)
    const made = await stat(path).then(
      ({ birthtimeMs }) => birthtimeMs,
      () => Number.NaN,
    )
    if (!(Date.now() - made >= olderThanMs) || running.includes(path)) continue
    await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

/** Of every process of this machine, one after the other; undefined where there is no such list. */
async function commandLines(): Promise<string | undefined> {
  const pids = await readdir('/proc').catch(() => undefined)
  if (!pids) return undefined
  const lines = await Promise.all(
    pids
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.join('\n')
}
