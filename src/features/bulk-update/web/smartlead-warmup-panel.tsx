import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Input } from '#ui/input.tsx'
import { SettingRow } from '#ui/settings-table.tsx'
import { updateSmartleadWarmup } from '../api/bulk-update.ts'
import {
  smartleadMessages,
  smartleadWarmupFields,
  tagIdentifierMaxLength,
  warmupSwitchText,
} from '../rules/smartlead.ts'
import { Panel } from './panel.tsx'
import { PresentValues, SettingInputs } from './setting-inputs.tsx'
import { type SmartleadPanelProps, SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** How the inboxes are warmed up. */
export function SmartleadWarmupPanel({ target, entered }: SmartleadPanelProps) {
  const { texts, setTexts, isRampupEnabled, setRampupEnabled, problems, settings, ...tag } = entered.warmup
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
        access={target.access}
        disabled={isRampupEnabled ? [] : ['rampupValue']}
        chosen={target.chosen}
      >
        <SettingRow
          label="Tag identifier"
          hint="The tag that warmup emails carry"
          now={<PresentValues field="warmupTag" chosen={target.chosen} />}
        >
          <Input
            value={tag.tagIdentifier}
            maxLength={tagIdentifierMaxLength}
            spellCheck={false}
            onChange={(event) => tag.setTagIdentifier(event.target.value)}
          />
        </SettingRow>
      </SettingInputs>
      <Alert tone={switchText === smartleadMessages.warmupAllOn ? 'info' : 'warning'} className="mt-2">
        {switchText}
      </Alert>
      <SmartleadUpdate
        kind="warmup"
        target={target}
        plan={entered.plans.warmup}
        send={() => call(updateSmartleadWarmup, { body: { ...targetBody(target), settings } })}
      />
    </Panel>
  )
}
