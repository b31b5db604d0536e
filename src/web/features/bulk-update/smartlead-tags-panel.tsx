import { useState } from 'react'
import { updateSmartleadTags } from '#shared/api/bulk-update.ts'
import { splitTags } from '#shared/bulk-update/account-lists.ts'
import { call } from '../../api.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from './panel.tsx'
import { type SmartleadTarget, SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** Tags that the inboxes get beside those they have. */
export function SmartleadTagsPanel({ target }: { target: SmartleadTarget }) {
  const [text, setText] = useState('')
  const tags = splitTags(text)
  return (
    <Panel title="Tag Management">
      <Field label="Tags" hint="Separated by commas. Tags that the inboxes have stay.">
        <Input value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
      </Field>
      <SmartleadUpdate
        kind="tags"
        target={target}
        label="Update Tags"
        send={() => call(updateSmartleadTags, { body: { ...targetBody(target), tags } })}
        wanted={{ tags }}
        tags={tags}
      />
    </Panel>
  )
}
