import { expect, test } from 'vitest'
import { mayOpen } from '#ui/console/page-rights.ts'

test.each([
  '/operator/work',
  '/operator/work/',
  '/operator/work/dkim?x=1',
  // The router finds the page at each of these as well.
  '/operator/Work',
  '/OPERATOR/WORK/dkim',
  '/operator/%77ork',
  '/operator/work#x',
])('a role without the right to it may not open %s', (address) => {
  expect([mayOpen('reader', address), mayOpen('technician', address)]).toEqual([false, true])
})

test.each(['/operator/no-such-page', '/operator/no-such-page/work', '/operator/%E0%A4%A', '/dashboard', ''])(
  'nobody may open %j, which is no page of the console',
  (address) => {
    expect(mayOpen('owner', address)).toBe(false)
  },
)
