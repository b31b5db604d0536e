import { numberText } from '#base/text/number-text.ts'
import { goingLiveStates, goingLiveSteps } from '#features/checks/rules/going-live.ts'
import { goingLive } from '#features/checks/server/going-live.ts'
import { look } from '#features/checks/server/look.ts'
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
    const found = await look(deps, 'the command line')
    return {
      sandbox: deps.config.sandbox?.consoleUrl,
      findings: found.map(({ right: _, step: __, ...finding }) => finding),
      goingLive: (await goingLive(deps.db, found)) ?? null,
    }
  },
  show({ sandbox, findings, goingLive: steps }) {
    const wrong = findings.filter(({ ok }) => !ok).length
    return [
      sandbox ? `Beside the sandbox at ${sandbox}.` : 'With real vendors.',
      ...findings.map(({ what, ok, note, reason = '', mend, commands = [] }) =>
        ok
          ? `  ok     ${what}${note ? `: ${indented(note)}` : ''}`
          : `  WRONG  ${what}: ${[reason, mend ?? [], commands.map(onCommandLine)].flat(2).map(indented).join(below)}`,
      ),
      ...(steps
        ? [
            'Going live, until the first domain is delivered (docs/going-live.md):',
            ...steps.map(
              ({ step, state, about }) =>
                `  ${goingLiveStates[state].toLowerCase().padEnd(10)}  ${goingLiveSteps[step]}${state === 'missing' ? ': see above.' : `: ${about}`}`,
            ),
          ]
        : []),
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
