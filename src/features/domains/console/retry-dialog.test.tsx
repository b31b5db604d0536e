import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { draw } from '#tests/web/open-page.tsx'
import { retryConsoleDomains } from '../api/console-domains.ts'
import RetryDialog from './retry-dialog.tsx'

test.each([
  ['one domain is tried again', ['dom_1'], false, true],
  ['one domain is only looked at', ['dom_1'], true, false],
  ['several are tried again', ['dom_1', 'dom_2'], false, false],
  ['several are only looked at', ['dom_1', 'dom_2'], true, false],
] as const)(
  'where %s, a renewal is asked for once more only after a warning',
  async (_, ids, looksAnew, renews) => {
    network.answer(retryConsoleDomains, {
      done: ids.length,
      skipped: 0,
      renewalsLeft: { count: 0, first: [] },
    })
    const ignore = () => {}
    draw(<RetryDialog title="Again" ids={ids} looksAnew={looksAnew} onClose={ignore} onDone={ignore} />)
    const act = page.getByRole('button', { name: looksAnew ? 'Look now' : 'Try again', exact: true })
    await expect.element(act).toBeVisible()
    expect(page.getByText(/it is paid twice/).elements()).toHaveLength(renews ? 1 : 0)
    await act.click()
    await expect
      .poll(() => network.sent(retryConsoleDomains).map(({ body }) => body))
      .toEqual([{ ids: [...ids], looksAnew, renewsAgain: renews }])
  },
)
