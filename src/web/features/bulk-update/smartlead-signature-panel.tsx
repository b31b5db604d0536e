import { useState } from 'react'
import { updateSmartleadSignature } from '#shared/api/bulk-update.ts'
import { call } from '../../api.ts'
import { Panel } from './panel.tsx'
import { SignatureField } from './signature-field.tsx'
import { type SmartleadTarget, SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** The signature of all inboxes. */
export function SmartleadSignaturePanel({ target }: { target: SmartleadTarget }) {
  const [signature, setSignature] = useState('')
  return (
    <Panel title="Signature">
      <SignatureField
        label="Signature text"
        hint="Text or HTML, the same for all accounts"
        value={signature}
        onChange={setSignature}
      />
      <SmartleadUpdate
        kind="signature"
        target={target}
        label="Update Signature"
        send={() => call(updateSmartleadSignature, { body: { ...targetBody(target), signature } })}
        wanted={{ signature }}
        signature={signature}
      />
    </Panel>
  )
}
