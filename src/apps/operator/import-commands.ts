import { basename } from 'node:path'
import { invalid } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { importProblemsMax } from '#features/fleet-import/rules/import-row.ts'
import { importReport } from '#features/fleet-import/server/import-report.ts'
import { listImports, readImportState } from '#features/fleet-import/server/read-imports.ts'
import { runImports } from '#features/fleet-import/server/run-imports.ts'
import { beginAdopting, beginLook } from '#features/fleet-import/server/steer-import.ts'
import { storeImport } from '#features/fleet-import/server/store-import.ts'
import { type Command, given, type Options, reading, table } from './command.ts'
import { readText } from './credential-files.ts'
import { dayOf } from './customer-access-commands.ts'

const roundMs = 1_000
const id = { help: 'its id in import list', required: true }

type State = Awaited<ReturnType<typeof readImportState>>

const foundText = ({ counts }: State): string =>
  `${counts.matches} match, ${counts.contradicts} contradict, ${counts.unknown} unknown, ${counts.here} here already, ${counts.adopted} adopted, of ${countOf(counts.domains, 'domain')}`

/** Does what was begun, beside the workers that run, and tells how far it is, until it rests. */
async function untilDone(
  deps: Dependencies,
  importId: string,
  tell: (progress: string) => void,
): Promise<State> {
  for (;;) {
    await runImports(deps)
    const state = await readImportState(deps.db, importId)
    if (state.state === 'resting') return state
    const { counts, problem } = state
    const so = state.state === 'looking' ? counts.looked : counts.adopted
    tell(`${so} of ${counts.domains}${problem ? `; waits: ${problem}` : ''}`)
    await new Promise((resolve) => setTimeout(resolve, roundMs))
  }
}

/** The import that a file becomes; throws a `Refusal` that lists what is wrong with it. */
async function fromFile(deps: Dependencies, path: string): Promise<string> {
  const stored = await storeImport(deps, {
    fileName: basename(path),
    text: readText(path),
    madeBy: 'command line',
  })
  if (stored.ok) return stored.importId
  const { problems } = stored
  const lines = problems.slice(0, importProblemsMax).map(({ line, message }) => `  line ${line}: ${message}`)
  throw invalid(
    [`Nothing was taken: ${countOf(problems.length, 'thing is', 'things are')} wrong.`, ...lines].join('\n'),
  )
}

async function importOf(deps: Dependencies, { file, id: known }: Options): Promise<string> {
  if ((file === undefined) === (known === undefined))
    throw invalid('Give either --file, for a new import, or --id, for one of import list.')
  return known ?? fromFile(deps, file as string)
}

/** A fleet that runs elsewhere is compared with the third parties, and taken over as it stands. */
export const importCommands: readonly Command[] = [
  {
    name: 'import look',
    summary: 'compare the file of a fleet that runs elsewhere with the third parties; changes nothing there',
    options: {
      file: { help: 'the CSV file, whose columns docs/going-live.md lists' },
      id: { help: 'instead of a file: look again at one of import list' },
    },
    async run(deps, options, print, tell) {
      const importId = await importOf(deps, options)
      await beginLook(deps, importId)
      const state = await untilDone(deps, importId, tell)
      print(`${importId}: ${foundText(state)}.`, { document: state })
    },
  },
  {
    name: 'import adopt',
    summary:
      'take over, as they stand, the orders of an import whose domains all match; changes nothing elsewhere',
    options: { id },
    async run(deps, options, print, tell) {
      const importId = given(options, 'id')
      await beginAdopting(deps, importId)
      const state = await untilDone(deps, importId, tell)
      print(`${importId}: ${foundText(state)}.`, { document: state })
    },
  },
  {
    name: 'import report',
    summary: 'what was found of every domain of an import, as CSV',
    options: { id },
    async run(deps, options, print) {
      const { csv, filename } = await importReport(deps, given(options, 'id'))
      print(csv.trimEnd(), { document: { filename, csv } })
    },
  },
  reading({
    name: 'import list',
    summary: 'fleets that are being brought in, the newest first',
    read: (deps) => listImports(deps.db),
    show: (imports) =>
      table(
        imports.map((each) => ({
          id: each.id,
          file: each.fileName,
          by: each.madeBy,
          at: dayOf(new Date(each.madeAt)),
          state: each.state,
          found: foundText(each),
        })),
      ),
  }),
]
