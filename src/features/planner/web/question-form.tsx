import { formatUsd } from '#base/text/usd.ts'
import { registrationCents } from '#features/plans/rules/price-list.ts'
import { sendingToolIds, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { usePrices } from '#ui/frame/use-prices.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { sendingDaysNames } from '../rules/sending-days.ts'
import { emailsMaxLength } from '../rules/volume-question.ts'
import { domainOptionLabels, sendingDaysLabels } from './planner-words.ts'
import type { AskedQuestion } from './use-question.ts'

const tools = sendingToolIds.map((value) => ({ value, label: sendingToolNames[value] }))
const days = sendingDaysNames.map((value) => ({ value, label: sendingDaysLabels[value] }))

interface QuestionFormProps extends AskedQuestion {
  /** Why the number cannot be planned for. */
  problem: string | undefined
  /** The ending that is counted with. */
  ending: string
}

/** How many emails, with which tool, on which days, on which domains. */
export function QuestionForm({ question, change, type, leave, problem, ending }: QuestionFormProps) {
  const isBought = question.domainOption === 'purchase'
  const { purchasableTlds } = useConfig()
  const options = (['purchase', 'own'] as const).map((value) => ({
    value,
    label: domainOptionLabels[value],
    disabled: value === 'purchase' && purchasableTlds.length === 0,
  }))
  return (
    <Card aria-label="What you want to send">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          leave()
        }}
      >
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-5">
          <Field label="Cold emails a month" error={problem} hint="Without warm-up.">
            <Input
              inputMode="numeric"
              autoComplete="off"
              // One more than it may have: what is pasted is told to be too much, not cut.
              maxLength={emailsMaxLength + 1}
              value={question.emails}
              onChange={({ target }) => type(target.value)}
              onBlur={leave}
            />
          </Field>
          <Field label="Sending tool">
            <Select value={question.tool} onValueChange={(tool) => change({ tool })} options={tools} />
          </Field>
          <Field label="Sending days" hint="A month is counted as 30 days.">
            <Select value={question.days} onValueChange={(to) => change({ days: to })} options={days} />
          </Field>
          <Field label="Domains">
            <Select
              value={question.domainOption}
              onValueChange={(domainOption) => change({ domainOption })}
              options={options}
            />
          </Field>
          {isBought && <EndingField ending={ending} onChoose={(to) => change({ ending: to })} />}
        </div>
        <Checkbox
          checked={question.reserve}
          onCheckedChange={(reserve) => change({ reserve })}
          className="mt-2"
        >
          Count in a reserve, so that a burnt domain is replaced without a wait
        </Checkbox>
      </form>
    </Card>
  )
}

function EndingField({ ending, onChoose }: { ending: string; onChoose: (ending: string) => void }) {
  const { purchasableTlds } = useConfig()
  const prices = usePrices()
  const options = purchasableTlds.map((value) => ({
    value,
    label: `.${value}, ${formatUsd(registrationCents(prices, value))}`,
  }))
  return (
    <Field label="Ending of the domains" hint="Once per domain.">
      <Select value={ending} onValueChange={onChoose} options={options} />
    </Field>
  )
}
