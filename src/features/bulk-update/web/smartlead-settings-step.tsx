import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Input } from '#ui/input.tsx'
import { SettingRow, SettingsTable } from '#ui/settings-table.tsx'
import {
  updateSmartleadOutbound,
  updateSmartleadSignature,
  updateSmartleadTags,
  updateSmartleadWarmup,
} from '../api/bulk-update.ts'
import {
  smartleadMessages,
  smartleadOutboundFields,
  smartleadWarmupFields,
  tagIdentifierMaxLength,
  warmupSwitchText,
} from '../rules/smartlead.ts'
import { BeyondSoldNote } from './beyond-sold-note.tsx'
import { Panel } from './panel.tsx'
import { PresentValues, SettingInputs } from './setting-inputs.tsx'
import { SignatureField } from './signature-field.tsx'
import type { SmartleadPanelProps } from './smartlead-update.tsx'
import { SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** How the inboxes are warmed up. */
function SmartleadWarmupPanel({ target, entered }: SmartleadPanelProps) {
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

/** Tags that the inboxes get beside those they have. */
function SmartleadTagsPanel({ target, entered }: SmartleadPanelProps) {
  const { text, onChange, tags } = entered.tags
  return (
    <Panel title="Tag Management">
      <SettingsTable>
        <SettingRow
          label="Tags"
          hint="Separated by commas. Tags that the inboxes have stay."
          now={<PresentValues field="tags" chosen={target.chosen} />}
        >
          <Input value={text} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
        </SettingRow>
      </SettingsTable>
      <SmartleadUpdate
        kind="tags"
        target={target}
        plan={entered.plans.tags}
        send={() => call(updateSmartleadTags, { body: { ...targetBody(target), tags } })}
        tags={tags}
      />
    </Panel>
  )
}

/** How much the inboxes send. */
function SmartleadOutboundPanel({ target, entered }: SmartleadPanelProps) {
  const { texts, setTexts, problems, settings } = entered.outbound
  return (
    <Panel title="Outbound Settings">
      <SettingInputs
        fields={smartleadOutboundFields}
        keys={['messagePerDay', 'minTimeToWaitInMins']}
        texts={texts}
        onChange={setTexts}
        problems={problems}
        access={target.access}
        chosen={target.chosen}
      />
      <BeyondSoldNote limit={settings.messagePerDay} />
      <SmartleadUpdate
        kind="outbound"
        target={target}
        plan={entered.plans.outbound}
        send={() => call(updateSmartleadOutbound, { body: { ...targetBody(target), settings } })}
      />
    </Panel>
  )
}

/** The signature of all inboxes. */
function SmartleadSignaturePanel({ target, entered }: SmartleadPanelProps) {
  const { signature, onChange } = entered.signature
  return (
    <Panel title="Signature">
      <SignatureField
        label="Signature text"
        hint="Text or HTML, the same for all accounts"
        value={signature}
        onChange={onChange}
      />
      <SmartleadUpdate
        kind="signature"
        target={target}
        plan={entered.plans.signature}
        send={() => call(updateSmartleadSignature, { body: { ...targetBody(target), signature } })}
        signature={signature}
      />
    </Panel>
  )
}

interface SmartleadSettingsStepProps extends SmartleadPanelProps {
  onBack: () => void
  onContinue: () => void
}

/** Step 4: four kinds of settings, each sent on its own. */
export const SmartleadSettingsStep = ({ onBack, onContinue, ...panel }: SmartleadSettingsStepProps) => (
  <div className="flex flex-col gap-4">
    <SmartleadWarmupPanel {...panel} />
    <SmartleadOutboundPanel {...panel} />
    <SmartleadTagsPanel {...panel} />
    <SmartleadSignaturePanel {...panel} />
    <div className="flex flex-wrap justify-between gap-2">
      <Button variant="quiet" onClick={onBack}>
        Go Back
      </Button>
      <Button variant="primary" onClick={onContinue}>
        Continue to next step
      </Button>
    </div>
  </div>
)
