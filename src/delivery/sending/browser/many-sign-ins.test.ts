import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { createMailboxSignIn } from './mailbox-sign-in.ts'
import { areRunning, browserProcesses } from './testing/browser-processes.ts'
import { openSignInBench, testBrowser } from './testing/sign-in-bench.ts'

const bench = await openSignInBench()
const { sandbox } = bench
const patience = { timeout: 60_000 }

/** Pages of so many sign-ins wait for an answer that does not come. */
const waitsAtPages = (count: number) => expect.poll(() => begun() - taken, patience).toBe(count)
let held = 0
let taken = 0
const begun = () => held - sandbox.faults.list().reduce((sum, { times = 1 }) => sum + times, 0)
function holdPages() {
  taken = begun()
  held += 99
  sandbox.faults.add({ kind: 'timeout', vendor: 'sign-in', times: 99 })
}
afterEach(() => {
  sandbox.faults.clear()
  held = 0
  taken = 0
})

/** Begun, and ended by this. */
function startSignIn(tenant: string) {
  const stop = new AbortController()
  const outcome = bench.signIn(bench.addUser(), { tenant }, stop.signal)
  outcome.catch(() => {})
  return { outcome, stop: () => stop.abort(new Error('stopped')) }
}

it('signs in two at once, and one of each tenant; whoever waits is next', async () => {
  holdPages()
  const first = startSignIn('a')
  await waitsAtPages(1)
  const sameTenant = startSignIn('a')
  const other = startSignIn('b')
  await waitsAtPages(2)
  const third = startSignIn('c')
  sandbox.faults.clear()
  held = 0
  taken = 0
  // Both places are taken by sign-ins that hang: who waits gets one as soon as one of them is stopped.
  first.stop()
  await expect(first.outcome).rejects.toThrow('stopped')
  expect(await sameTenant.outcome).toMatchObject({ kind: 'finished' })
  expect(await third.outcome).toMatchObject({ kind: 'finished' })
  other.stop()
  await expect(other.outcome).rejects.toThrow('stopped')
})

it('gives no place to a sign-in that was stopped before its turn', async () => {
  holdPages()
  const first = startSignIn('a')
  await waitsAtPages(1)
  const second = startSignIn('a')
  second.stop()
  await expect(second.outcome).rejects.toThrow('stopped')
  first.stop()
  await expect(first.outcome).rejects.toThrow('stopped')
  await waitsAtPages(1)
})

it('uses one browser for some, then another one, and leaves none when it is closed', async () => {
  const two = createMailboxSignIn({ executablePath: testBrowser(), log: bench.captured.log, signInsEach: 2 })
  const others = browserProcesses()
  const own = () => browserProcesses().filter((pid) => !others.includes(pid))
  const seen: number[][] = []
  for (let i = 0; i < 3; i++) {
    const request = await bench.request(bench.addUser())
    expect(await two.signIn(request, new AbortController().signal)).toMatchObject({ kind: 'finished' })
    seen.push(own())
  }
  const [first = [], second = [], third = []] = seen
  expect(second.some((pid) => first.includes(pid))).toBe(true)
  expect(third.some((pid) => first.includes(pid))).toBe(false)
  await two.close()
  expect(areRunning(seen.flat())).toBe(false)
  expect(own()).toEqual([])
})

it('ends a browser that nobody needs any more', async () => {
  const brief = createMailboxSignIn({ executablePath: testBrowser(), log: bench.captured.log, idleMs: 100 })
  const others = browserProcesses()
  const own = () => browserProcesses().filter((pid) => !others.includes(pid))
  const request = await bench.request(bench.addUser())
  expect(await brief.signIn(request, new AbortController().signal)).toMatchObject({ kind: 'finished' })
  await expect.poll(own, patience).toEqual([])
  await brief.close()
})

it('is told of a browser that ends in the middle, and starts another one', async () => {
  holdPages()
  const { outcome } = startSignIn('a')
  await waitsAtPages(1)
  for (const pid of browserProcesses()) process.kill(pid, 'SIGKILL')
  expect(await outcome).toEqual({ kind: 'failed', reason: 'browser-away' })
  sandbox.faults.clear()
  expect(await bench.signIn(bench.addUser())).toMatchObject({ kind: 'finished' })
})

it('says that the browser is away where there is none', async () => {
  const nowhere = createMailboxSignIn({ executablePath: '/nowhere/chromium', log: bench.captured.log })
  const request = await bench.request(bench.addUser())
  expect(await nowhere.signIn(request, new AbortController().signal)).toEqual({
    kind: 'failed',
    reason: 'browser-away',
  })
  await nowhere.close()
  expect(bench.captured.text()).toContain('The browser that signs in did not start')
})

it('leaves no browser behind when its process is killed', async () => {
  holdPages()
  const request = await bench.request(bench.addUser())
  const child = fork(new URL('./testing/sign-in-process.ts', import.meta.url), {
    env: { ...process.env, SIGN_IN_BROWSER: testBrowser() },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  child.send(request)
  await waitsAtPages(1)
  const browsers = browserProcesses(child.pid)
  expect(browsers.length).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await ended
  await expect.poll(() => areRunning(browsers), patience).toBe(false)
})
