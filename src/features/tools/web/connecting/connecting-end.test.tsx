import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#tests/web/open-page.tsx'
import { ConnectingEnd } from './connecting-end.tsx'
import { firstRound } from './round.ts'

test('the end names what was skipped or refused, and what has stopped it', async () => {
  draw(
    <ConnectingEnd
      connecting={{
        progress: { connected: 0, total: 3, left: 0, settingUp: 0 },
        round: {
          ...firstRound,
          passed: ['1', '2', '3'],
          skipped: [
            { address: 'ada@acme.com', reason: 'Microsoft asks for a second factor' },
            { address: 'alan@acme.com', reason: '' },
          ],
          refused: [{ address: 'joan@acme.com', reason: 'wrong tenant' }],
        },
        startOver: () => {},
      }}
      onward={null}
    />,
  )
  const named = page.getByRole('listitem')
  await expect.element(named.nth(0)).toMatchTextContent(/^joan@acme\.com\s*wrong tenant$/)
  await expect
    .element(named.nth(1))
    .toMatchTextContent(
      /^ada@acme\.com\s*You skipped it\. What stopped it before: Microsoft asks for a second factor$/,
    )
  await expect.element(named.nth(2)).toMatchTextContent(/^alan@acme\.com\s*You skipped it\.$/)
})
