import { numberText } from '#shared/text/number-text.ts'
import { look } from '../features/doctor/look.ts'
import { type Command, reading, WrongUsage } from './command.ts'
import { runDeep } from './deep/deep-command.ts'
import { deepOptions, needsDeep } from './deep/deep-order.ts'
import { onCommandLine } from './run-command.ts'

/** Further lines of a finding stand below its first words. */
const below = '\n         '
const indented = (text: string) => text.replaceAll('\n', below)

/** Every third party and every account, each as one line: fine, or what is wrong and how to mend it. */
const lookAtAll = reading({
  name: 'doctor',
  summary:
    'whether each third party is configured, reachable and permitted, and what to mend; exits 1 if anything is wrong',
  async read(deps) {
    return { sandbox: deps.config.sandbox?.consoleUrl, findings: await look(deps, 'the command line') }
  },
  show({ sandbox, findings }) {
    const wrong = findings.filter(({ ok }) => !ok).length
    return [
      sandbox ? `Beside the sandbox at ${sandbox}.` : 'With real vendors.',
      ...findings.map(({ what, ok, note, reason = '', mend, commands = [] }) =>
        ok
          ? `  ok     ${what}${note ? `: ${indented(note)}` : ''}`
          : `  WRONG  ${what}: ${[reason, mend ?? [], commands.map(onCommandLine)].flat(2).map(indented).join(below)}`,
      ),
      wrong === 0 ? 'All is well.' : `${numberText(wrong)} to mend.`,
    ].join('\n')
  },
  isWell: ({ findings }) => findings.every(({ ok }) => ok),
})

/** With `--deep`, the same by deed: one mailbox is made, connected, proven and removed. */
export const doctorCommand: Command = {
  ...lookAtAll,
  options: { ...lookAtAll.options, ...deepOptions },
  async run(deps, options, print, tell) {
    if (options.deep) return runDeep(deps, options, print, tell)
    const stray = needsDeep(options)
    if (stray) throw new WrongUsage(`--${stray} goes with --deep.`)
    return lookAtAll.run(deps, options, print, tell)
  },
}
