import { invalid } from '#base/http/refusal.ts'
import { listVersions } from '#features/brand/server/console/list-versions.ts'
import { restoreBrand } from '#features/brand/server/console/save-brand.ts'
import { type Command, given, reading, table } from './command.ts'
import { dayOf } from './customer-access-commands.ts'

const inWords = new Intl.ListFormat('en')
const shownValue = (value: unknown): string =>
  value === null || value === '' ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)

/** Name, look and words of the installation. They are chosen in the console; here they are read and brought back. */
export const brandCommands: readonly Command[] = [
  reading({
    name: 'brand show',
    summary: 'name, look and words as they are now, and which version that is',
    read: async ({ brand }) => ({ version: brand.version, brand: brand.now }),
    show: ({ version, brand }) =>
      [
        version === 0 ? 'As the environment says:' : `Version ${version}:`,
        ...Object.entries(brand).map(([name, value]) => `  ${name}: ${shownValue(value)}`),
      ].join('\n'),
  }),
  reading({
    name: 'brand list',
    summary: 'every version of the brand, newest first: who made it, when, and what it changed',
    read: (deps) => listVersions(deps),
    show: (versions) =>
      table(
        versions.map(({ version, at, by, restored, changes }) => ({
          version,
          at: dayOf(new Date(at)),
          by,
          changed: inWords.format(changes),
          restored: restored === null ? '' : `version ${restored}`,
        })),
      ),
  }),
  {
    name: 'brand restore',
    summary: 'bring an earlier version of the brand back, as a new one; every page shows it at once',
    options: {
      version: { help: 'its number in brand list; 0 is what the environment says', required: true },
    },
    async run(deps, options, print) {
      const typed = given(options, 'version')
      if (!/^\d{1,9}$/.test(typed)) throw invalid('--version must be a number of brand list, or 0.')
      const by = { id: null, name: 'command line' }
      const { version, changes } = await restoreBrand(deps, { version: Number(typed) }, by)
      print(`Version ${typed} is back, as version ${version}: ${inWords.format(changes)}.`, {
        data: { version, changes },
      })
    },
  },
]
