import { useState } from 'react'
import {
  updateSmartleadOutbound,
  updateSmartleadSignature,
  updateSmartleadTags,
  updateSmartleadWarmup,
} from '#shared/api/bulk-update.ts'
import { splitTags } from '#shared/bulk-update/account-lists.ts'
import type { AccessKind } from '#shared/bulk-update/setting-fields.ts'
import {
  defaultTagIdentifier,
  rampupEnabledDefault,
  type SmartleadUpdate,
  smartleadMessages,
  smartleadOutboundFields,
  smartleadWarmupFields,
  tagIdentifierMaxLength,
  updateProblem,
  updateToast,
} from '#shared/bulk-update/smartlead.ts'
import { ApiError, call } from '../../api.ts'
import { useConfig } from '../../app-shell/config.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useBulkUpdate } from './bulk-jobs.ts'
import { Panel } from './panel.tsx'
import { readSettings, SettingInputs, settingTexts } from './setting-inputs.tsx'
import { SignatureField } from './signature-field.tsx'
import { UpdatePanelEnd } from './update-panel-end.tsx'

interface SmartleadSettingsStepProps {
  access: AccessKind
  credentials: { token: string } | { api_key: string }
  secret: string
  accountIds: readonly number[]
  userEmail: string
  onBack: () => void
  onContinue: () => void
}

/** Step 4: four kinds of settings, each sent on its own. */
export function SmartleadSettingsStep({
  access,
  credentials,
  secret,
  accountIds,
  userEmail,
  onBack,
  onContinue,
}: SmartleadSettingsStepProps) {
  const { productName } = useConfig()
  const [warmup, setWarmup] = useState(() => settingTexts(smartleadWarmupFields, access))
  const [isRampupEnabled, setRampupEnabled] = useState<boolean>(rampupEnabledDefault)
  const [tagIdentifier, setTagIdentifier] = useState(() => defaultTagIdentifier(productName))
  const [outbound, setOutbound] = useState(() => settingTexts(smartleadOutboundFields, access))
  const [tagText, setTagText] = useState('')
  const [signature, setSignature] = useState('')

  const ignored = isRampupEnabled ? [] : (['rampupValue'] as const)
  const warmupSettings = readSettings(smartleadWarmupFields, warmup, access, ignored)
  const outboundSettings = readSettings(smartleadOutboundFields, outbound, access)
  const tags = splitTags(tagText)
  const shared = { ...credentials, accounts: accountIds.map((id) => ({ id })), userEmail }

  const optionsFor = <T,>(update: SmartleadUpdate, send: () => Promise<T>) => ({
    send,
    onStarted: (answer: { success: boolean; message: string }) => {
      const { kind, title, message } = updateToast(answer)
      if (title) toast[kind](title, { description: message })
      else toast[kind](message)
    },
    onFailed: (error: Error) =>
      toast.error(error instanceof ApiError ? error.message : smartleadMessages.failed[update]),
  })
  const updates = {
    warmup: useBulkUpdate<void>(
      optionsFor('warmup', () =>
        call(updateSmartleadWarmup, {
          body: {
            ...shared,
            settings: {
              ...warmupSettings.values,
              isRampupEnabled,
              warmupTagIdentifier: tagIdentifier.trim(),
              status: 'ACTIVE',
            },
          },
        }),
      ),
    ),
    outbound: useBulkUpdate<void>(
      optionsFor('outbound', () =>
        call(updateSmartleadOutbound, { body: { ...shared, settings: outboundSettings.values } }),
      ),
    ),
    tags: useBulkUpdate<void>(
      optionsFor('tags', () => call(updateSmartleadTags, { body: { ...shared, tags } })),
    ),
    signature: useBulkUpdate<void>(
      optionsFor('signature', () => call(updateSmartleadSignature, { body: { ...shared, signature } })),
    ),
  }
  const end = (update: SmartleadUpdate, label: string, problem?: string) => (
    <UpdatePanelEnd
      tool="smartlead"
      label={label}
      update={updates[update]}
      problem={updateProblem(update, { token: secret, accountIds, tags, signature }) ?? problem}
      credentials={credentials}
    />
  )
  const warmupInputs = { fields: smartleadWarmupFields, texts: warmup, onChange: setWarmup, access }

  return (
    <div className="flex flex-col gap-4">
      <Panel title="Warmup Settings">
        <Checkbox checked={isRampupEnabled} onCheckedChange={setRampupEnabled} className="mb-4">
          Ramp-up enabled
        </Checkbox>
        <SettingInputs
          {...warmupInputs}
          keys={['maxEmailPerDay', 'rampupValue', 'replyRate']}
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
        {end('warmup', 'Update Warmup Settings', warmupSettings.problem)}
      </Panel>
      <Panel title="Outbound Settings">
        <SettingInputs
          fields={smartleadOutboundFields}
          keys={['messagePerDay', 'minTimeToWaitInMins']}
          texts={outbound}
          onChange={setOutbound}
          access={access}
        />
        {end('outbound', 'Update Outbound Settings', outboundSettings.problem)}
      </Panel>
      <Panel title="Tag Management">
        <Field label="Tags" hint="Separated by commas. Tags that the inboxes have stay.">
          <Input value={tagText} spellCheck={false} onChange={(event) => setTagText(event.target.value)} />
        </Field>
        {end('tags', 'Update Tags')}
      </Panel>
      <Panel title="Signature">
        <SignatureField
          label="Signature text"
          hint="Text or HTML, the same for all accounts"
          value={signature}
          onChange={setSignature}
        />
        {end('signature', 'Update Signature')}
      </Panel>
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
}
