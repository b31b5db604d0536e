import { useState } from 'react'
import type { SentBodyOf } from '#base/api/endpoint.ts'
import { type BulkToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { readAccountTags } from '../api/loaded-lists.ts'
import {
  isNarrowed,
  type Narrowing,
  narrowingOffered,
  narrowingText,
  searchTextMax,
} from '../rules/narrowing.ts'
import type { AccessKind } from '../rules/setting-fields.ts'

const ChooseTags = lateDialog(() => import('./choose-tags.tsx'), { frame: 'medium', title: 'Choose tags' })

interface NarrowingFieldsProps {
  tool: BulkToolId
  access: AccessKind
  /** What the tags are read with; undefined until it is entered. */
  credentials: Omit<SentBodyOf<typeof readAccountTags>, 'tool'> | undefined
  narrowing: Narrowing
  onChange: (narrowing: Narrowing) => void
}

/** A part of a workspace, by what the tool's own list can search for; nothing where it can search for nothing. */
export function NarrowingFields({ tool, access, credentials, narrowing, onChange }: NarrowingFieldsProps) {
  const [isChoosing, setChoosing] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const offered = narrowingOffered(tool, access)
  if (!offered) return null
  const { text, tags } = narrowing
  return (
    <details
      className="mt-3 text-secondary"
      // What counts is seen, also where a list that was loaded before has filled it in.
      open={isOpen || isNarrowed(narrowing)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer rounded-control font-medium wrap-anywhere">
        Load only some accounts <span className="font-normal text-muted">{narrowingText(narrowing)}</span>
      </summary>
      <p className="mt-2 text-muted">
        Optional. {sendingToolNames[tool]} then sends us only the accounts that match. Leave the domains empty
        to load them from every domain.
      </p>
      <Field label="Accounts with this text" hint={offered.text} className="mt-3">
        <Input
          maxLength={searchTextMax}
          spellCheck={false}
          value={text}
          onChange={(event) => onChange({ ...narrowing, text: event.target.value })}
        />
      </Field>
      {offered.tags && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button
            size="small"
            unavailable={!credentials && 'Enter your API key first.'}
            onClick={() => setChoosing(true)}
          >
            Choose tags
          </Button>
          {tags.length > 0 && (
            <Button size="small" variant="quiet" onClick={() => onChange({ ...narrowing, tags: [] })}>
              Clear tags
            </Button>
          )}
        </div>
      )}
      {isChoosing && credentials && (
        <ChooseTags
          tool={tool}
          credentials={credentials}
          chosen={tags}
          onChoose={(chosen) => onChange({ ...narrowing, tags: [...chosen] })}
          onClose={() => setChoosing(false)}
        />
      )}
    </details>
  )
}
