import { useState } from 'react'
import { updateSmartleadWarmup } from '#shared/api/bulk-update.ts'
import {
  defaultTagIdentifier,
  rampupEnabledDefault,
  smartleadMessages,
  smartleadWarmupFields,
  smartleadWarmupProblems,
  tagIdentifierMaxLength,
  warmupSwitchText,
} from '#shared/bulk-update/smartlead.ts'
import { call } from '../../api.ts'
import { useConfig } from '../../app-shell/use-config.ts'
import { Alert } from '../../ui/alert.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { keptLabels } from './kept-labels.ts'
import { Panel } from './panel.tsx'
import { SettingInputs } from './setting-inputs.tsx'
import { firstProblem, readSettings, settingTexts } from './setting-texts.ts'
import { type SmartleadTarget, SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** How the inboxes are warmed up. */
export function SmartleadWarmupPanel({ target }: { target: SmartleadTarget }) {
  const { productName } = useConfig()
  const { access } = target
  const [texts, setTexts] = useState(() => settingTexts(smartleadWarmupFields, access))
  const [isRampupEnabled, setRampupEnabled] = useState<boolean>(rampupEnabledDefault)
  const [tagIdentifier, setTagIdentifier] = useState(() => defaultTagIdentifier(productName))
  const isRampupLeft = isRampupEnabled && texts.rampupValue.isLeft
  const { values, problems: unread } = readSettings(smartleadWarmupFields, texts, access)
  if (!isRampupEnabled) delete values.rampupValue
  const ramp = isRampupLeft ? {} : { isRampupEnabled }
  const problems = { ...smartleadWarmupProblems({ ...values, ...ramp }, access), ...unread }
  if (!isRampupEnabled) delete problems.rampupValue
  const settings = {
    ...values,
    ...ramp,
    warmupTagIdentifier: tagIdentifier.trim(),
    status: 'ACTIVE',
  } as const
  const switchText = warmupSwitchText(target.chosen)
  return (
    <Panel title="Warmup Settings">
      <Checkbox checked={isRampupEnabled} onCheckedChange={setRampupEnabled} className="mb-4">
        Ramp-up enabled
      </Checkbox>
      <SettingInputs
        fields={smartleadWarmupFields}
        keys={['maxEmailPerDay', 'rampupValue', 'replyRate']}
        texts={texts}
        onChange={setTexts}
        problems={problems}
        access={access}
        disabled={isRampupEnabled ? [] : ['rampupValue']}
      />
      <Field label="Tag identifier" hint="The tag that warmup emails carry" className="mt-2">
        <Input
          value={tagIdentifier}
          maxLength={tagIdentifierMaxLength}
          spellCheck={false}
          onChange={(event) => setTagIdentifier(event.target.value)}
        />
      </Field>
      <Alert tone={switchText === smartleadMessages.warmupAllOn ? 'info' : 'warning'} className="mt-2">
        {switchText}
      </Alert>
      <SmartleadUpdate
        kind="warmup"
        target={target}
        label="Update Warmup Settings"
        send={() => call(updateSmartleadWarmup, { body: { ...targetBody(target), settings } })}
        wanted={{
          warmupOn: true,
          warmupLimit: values.maxEmailPerDay,
          warmupIncrement: isRampupEnabled ? values.rampupValue : 0,
          replyRatePercent: values.replyRate,
          warmupTag: settings.warmupTagIdentifier,
        }}
        kept={keptLabels(smartleadWarmupFields, isRampupEnabled ? values : { ...values, rampupValue: 0 })}
        problem={firstProblem(problems)}
      />
    </Panel>
  )
}
