import { invalid } from '#base/http/refusal.ts'
import { customerByEmail } from '#features/customers/server/customer-by-email.ts'
import { healthModeNames, healthModes } from '#features/health/rules/health-mode.ts'
import { setHealthMode } from '#features/health/server/health-mode.ts'
import { type Command, given } from './command.ts'
import { email, parseEmail } from './customer-email.ts'

/** What is done about the health of one customer's domains. */
export const customerHealthCommands: readonly Command[] = [
  {
    name: 'customer health-mode',
    summary: 'set whether a domain that should rest is only shown, suggested, or rested by itself',
    options: {
      email,
      mode: {
        help: healthModeNames.map((mode) => `${mode} (${healthModes[mode].label})`).join(', '),
        required: true,
      },
    },
    async run({ db }, options, print) {
      const { id } = await customerByEmail(db, parseEmail(options.email))
      const mode = healthModeNames.find((each) => each === given(options, 'mode').trim())
      if (!mode) throw invalid(`--mode must be one of ${healthModeNames.join(', ')}.`)
      print(await setHealthMode(db, id, mode, 'operator'), { data: { mode } })
    },
  },
]
