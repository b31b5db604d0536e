import axe from 'axe-core'
import { expect } from 'vitest'

/** No rule of axe is broken by what is drawn. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, {
    // The page around is the test's own; previews that may run no scripts would never answer.
    iframes: false,
    rules: { region: { enabled: false } },
  })
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
  expect(found, 'what axe found').toEqual([])
}
