import { useState } from 'react'
import { updateSmartleadWarmup } from '#shared/api/bulk-update.ts'
import {
  defaultTagIdentifier,
  rampupEnabledDefault,
  smartleadWarmupFields,
  tagIdentifierMaxLength,
} from '#shared/bulk-update/smartlead.ts'
import { call } from '../../api.ts'
import { useConfig } from '../../app-shell/use-config.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from './panel.tsx'
import { readSettings, SettingInputs, settingTexts } from './setting-inputs.tsx'
import { type SmartleadTarget, SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** How the inboxes are warmed up. */
export function SmartleadWarmupPanel({ target }: { target: SmartleadTarget }) {
  const { productName } = useConfig()
  const { access } = target
  const [texts, setTexts] = useState(() => settingTexts(smartleadWarmupFields, access))
  const [isRampupEnabled, setRampupEnabled] = useState<boolean>(rampupEnabledDefault)
  const [tagIdentifier, setTagIdentifier] = useState(() => defaultTagIdentifier(productName))
  const ignored = isRampupEnabled ? [] : (['rampupValue'] as const)
  const { values, problem } = readSettings(smartleadWarmupFields, texts, access, ignored)
  const settings = {
    ...values,
    isRampupEnabled,
    warmupTagIdentifier: tagIdentifier.trim(),
    status: 'ACTIVE',
  } as const
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
        access={access}
        disabled={ignored}
      />
      <Field label="Tag identifier" hint="The tag that warmup emails carry" className="mt-2">
        <Input
          value={tagIdentifier}
          maxLength={tagIdentifierMaxLength}
          spellCheck={false}
          onChange={(event) => setTagIdentifier(event.target.value)}
        />
      </Field>
      <SmartleadUpdate
        kind="warmup"
        target={target}
        label="Update Warmup Settings"
        send={() => call(updateSmartleadWarmup, { body: { ...targetBody(target), settings } })}
        problem={problem}
      />
    </Panel>
  )
}
