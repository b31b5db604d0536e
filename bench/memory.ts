import { execFileSync } from 'node:child_process'
import autocannon from 'autocannon'
import type { Figure } from './figures.ts'

const seconds = 60

/** What the server's process holds after a minute in which everybody lists their orders at once. */
export async function measureMemory(url: string, pid: number, cookie: string): Promise<Figure[]> {
  const { non2xx } = await autocannon({
    url: `${url}/api/orders`,
    headers: { cookie, 'accept-encoding': 'br' },
    connections: 10,
    duration: seconds,
  })
  if (non2xx > 0) throw new Error(`${url} refused ${non2xx} requests.`)
  const kilobytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
  return [
    {
      what: `memory of the process after ${seconds} s of lists of 100 orders`,
      measured: (kilobytes * 1024) / 1e6,
      unit: 'MB',
      target: { at: 'most', value: 150 },
    },
  ]
}
