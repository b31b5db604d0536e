import { call } from '#ui/api.ts'
import { updateSmartleadSignature } from '../api/bulk-update.ts'
import { Panel } from './panel.tsx'
import { SignatureField } from './signature-field.tsx'
import { type SmartleadPanelProps, SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** The signature of all inboxes. */
export function SmartleadSignaturePanel({ target, entered }: SmartleadPanelProps) {
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
