import { call } from '#ui/api.ts'
import { Input } from '#ui/input.tsx'
import { SettingRow, SettingsTable } from '#ui/settings-table.tsx'
import { updateSmartleadTags } from '../api/bulk-update.ts'
import { Panel } from './panel.tsx'
import { PresentValues } from './setting-inputs.tsx'
import { type SmartleadPanelProps, SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** Tags that the inboxes get beside those they have. */
export function SmartleadTagsPanel({ target, entered }: SmartleadPanelProps) {
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
