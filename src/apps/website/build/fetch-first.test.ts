import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchFirst } from './fetch-first.ts'

/** The line to the server, which brings what a test says. */
let files: Map<string, ReadableStreamDefaultController<Uint8Array>>
let imported = 0

beforeEach(() => {
  vi.useFakeTimers()
  files = new Map()
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('fetch', async (href: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        files.set(href, controller)
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Asks for files as the built pages do. */
async function open(...names: string[]) {
  const { load } = fetchFirst() as { load: (id: string) => string | null }
  imported += 1
  const code = `${load('\0vite/preload-helper.js')}\n// ${imported}`
  const { __vitePreload } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  )
  let state = 'waiting'
  const opened: Promise<unknown> = __vitePreload(() => 'the page', names)
  opened.then(
    () => {
      state = 'open'
    },
    () => {
      state = 'failed'
    },
  )
  await vi.advanceTimersByTimeAsync(0)
  return { state: () => state }
}
const byte = new Uint8Array(1)

test('a file that arrives slowly is waited for, however long it takes', async () => {
  const page = await open('a.js')
  for (let bytes = 0; bytes < 5; bytes += 1) {
    await vi.advanceTimersByTimeAsync(20_000)
    files.get('/a.js')?.enqueue(byte)
  }
  files.get('/a.js')?.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(page.state()).toBe('open')
})

test('a file that waits for its turn is not given up while others arrive', async () => {
  const page = await open('a.js', 'b.js')
  for (let bytes = 0; bytes < 3; bytes += 1) {
    await vi.advanceTimersByTimeAsync(20_000)
    files.get('/a.js')?.enqueue(byte)
  }
  files.get('/a.js')?.close()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(page.state()).toBe('waiting')
  files.get('/b.js')?.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(page.state()).toBe('open')
})

test('half a minute without a byte ends the wait', async () => {
  const page = await open('a.js')
  files.get('/a.js')?.enqueue(byte)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(page.state()).toBe('waiting')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(page.state()).toBe('failed')
})

test('a file that is given up is no sign of life for another', async () => {
  const page = await open('a.js')
  await vi.advanceTimersByTimeAsync(20_000)
  const other = await open('b.js')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(page.state()).toBe('failed')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(other.state()).toBe('failed')
})
