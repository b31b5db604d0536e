import axe from 'axe-core'
import { expect } from 'vitest'
import { cdp } from 'vitest/browser'

/** What is sent to the browser itself. */
type Session = ReturnType<typeof cdp> & { send: (method: string, settings: object) => Promise<unknown> }

const look = (scheme: 'light' | 'dark') =>
  (cdp() as Session).send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })

/** The document of a component test is none of the product's own, and what stands beside a page is the test's. */
const ofDocument = {
  'document-title': { enabled: false },
  'html-has-lang': { enabled: false },
  region: { enabled: false },
}

/** No rule of axe is broken, in light and in dark. */
export async function expectAccessible(): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await look(scheme)
    const { violations } = await axe.run(document, {
      rules: ofDocument,
      // A preview that may run no scripts would never answer.
      iframes: false,
      // Everything but the colors is the same page in the dark.
      ...(scheme === 'dark' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
    })
    const found = violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
    expect(found, `axe on ${window.location.pathname} (${scheme})`).toEqual([])
  }
  await look('light')
}
