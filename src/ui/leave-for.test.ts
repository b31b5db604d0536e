import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaveFor } from './leave-for.ts'

/** A window of which the test says when it is shown and whether anything is drawn in it. */
let page: EventTarget & { location: { assign: (url: string) => void; reload: () => void } }
let draw: () => void

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { location: { assign: vi.fn(), reload: vi.fn() } })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { body: {} })
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe = vi.fn()
      disconnect = vi.fn()
      constructor(onChange: () => void) {
        draw = onChange
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

test('a page that Back shows again as it was left is told so, and stays as soon as it draws that', async () => {
  const back = leaveFor('https://pay.example/cs_1')
  expect(page.location.assign).toHaveBeenCalledWith('https://pay.example/cs_1')
  show(true)
  await back
  draw()
  vi.advanceTimersByTime(5_000)
  expect(page.location.reload).not.toHaveBeenCalled()
})

test('a page that draws nothing any more after Back is loaded anew', async () => {
  const back = leaveFor('https://pay.example/cs_1')
  show(true)
  await back
  vi.advanceTimersByTime(5_000)
  expect(page.location.reload).toHaveBeenCalledOnce()
})

test('a page that is shown for the first time is not one that was left', async () => {
  const onBack = vi.fn()
  void leaveFor('https://pay.example/cs_1').then(onBack)
  show(false)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onBack).not.toHaveBeenCalled()
  expect(page.location.reload).not.toHaveBeenCalled()
})
