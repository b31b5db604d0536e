import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#tests/web/open-page.tsx'
import { lateDialog } from './late-dialog.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const slow = () => page.getByRole('dialog').getByText('Still loading. Your connection may be slow.')

test('a dialog whose code is on its way for 20 seconds says that the connection may be slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const code = Promise.withResolvers<{ default: () => string }>()
  const Settings = lateDialog<{ title: string; onClose: (isDone: false) => void }>(() => code.promise, {
    frame: 'medium',
    title: 'Settings',
  })
  draw(<Settings onClose={() => {}} />)
  await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(slow().query()).toBeNull()
  await vi.advanceTimersByTimeAsync(1_500)
  await expect.element(slow()).toBeVisible()
  code.resolve({ default: () => 'What it holds' })
  await expect.element(page.getByText('What it holds')).toBeVisible()
  await expect.element(slow()).not.toBeInTheDocument()
})
