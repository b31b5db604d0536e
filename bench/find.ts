import { findAnything as record } from '#features/find/api/console-find.ts'
import { findAnything } from '#features/find/server/console/find-anything.ts'
import { type Figure, median, percentile } from './figures.ts'
import { withLargeInstallation } from './installation.ts'

const rounds = 30
/** As somebody types them, from the first letters on; the worst of them counts. */
const texts = [
  'fi',
  'filler1',
  'filler1@fill',
  'fillname39',
  'custom 39',
  'ord_f399',
  'pi_f399',
  'ext-dom_f3999-7',
]

/** The staff's search over a whole installation, at the server and without its network. */
export const measureFind = (): Promise<Figure[]> =>
  withLargeInstallation(async (deps) => {
    const figures: Figure[] = []
    for (const text of texts) {
      const took: number[] = []
      for (let round = 0; round < rounds; round++) {
        const begun = performance.now()
        const found = await findAnything(deps, 'owner', text)
        took.push(performance.now() - begun)
        if (found.length === 0) throw new Error(`Nothing was found by “${text}”.`)
      }
      figures.push({
        what: `GET ${record.path} “${text}” among 60,000 mailboxes`,
        measured: median(took),
        unit: 'ms',
        target: { at: 'most', value: 100 },
        note: `95th ${Math.round(percentile(took, 0.95))} ms`,
      })
    }
    return figures
  })
