import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SentBodyOf } from '#base/api/endpoint.ts'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { type BulkToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Alert } from '#ui/alert.tsx'
import { ApiError, call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { readAccountTags } from '../api/loaded-lists.ts'
import { type AccountTag, type AccountTags, chosenTagsMax, tagsReadMax } from '../rules/narrowing.ts'

interface ChooseTagsProps {
  tool: BulkToolId
  credentials: Omit<SentBodyOf<typeof readAccountTags>, 'tool'>
  chosen: readonly AccountTag[]
  onChoose: (tags: readonly AccountTag[]) => void
  onClose: () => void
}

/** Tags of the workspace with boxes to tick. */
export default function ChooseTags({ tool, credentials, chosen, onChoose, onClose }: ChooseTagsProps) {
  const [ticked, setTicked] = useState(chosen)
  const { data, error, isFetching, refetch } = useQuery({
    // Of these credentials, which are no part of a key: nothing is kept once the dialog closes.
    queryKey: ['account-tags', tool],
    queryFn: ({ signal }) => call(readAccountTags, { body: { tool, ...credentials }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  })
  const tick = (tag: AccountTag, isTicked: boolean) =>
    setTicked([...ticked.filter(({ id }) => id !== tag.id), ...(isTicked ? [tag] : [])])
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Choose tags"
      description={`Accounts with at least one of these tags are loaded. You can choose up to ${chosenTagsMax}.`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onChoose(ticked)
              onClose()
            }}
          >
            Use {countOf(ticked.length, 'tag')}
          </Button>
        </>
      }
    >
      {data ? (
        <TagList tags={data} toolName={sendingToolNames[tool]} ticked={ticked} onTick={tick} />
      ) : error && !isFetching ? (
        <Alert
          tone="danger"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error instanceof ApiError ? error.message : 'Your tags could not be loaded.'}
        </Alert>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  )
}

interface TagListProps {
  tags: AccountTags
  toolName: string
  ticked: readonly AccountTag[]
  onTick: (tag: AccountTag, isTicked: boolean) => void
}

function TagList({ tags: { tags, hasMore }, toolName, ticked, onTick }: TagListProps) {
  const [search, setSearch] = useState('')
  if (tags.length === 0) return <p className="text-muted">You have no tags in {toolName} yet.</p>
  const words = search.trim().toLowerCase()
  const shown = tags.filter(({ label }) => label.toLowerCase().includes(words))
  const isFull = ticked.length >= chosenTagsMax
  return (
    <>
      <Input
        type="search"
        aria-label="Search tags"
        placeholder="Search tags"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="mb-3"
      />
      <ul aria-label="Your tags" className="space-y-2">
        {shown.map((tag) => {
          const isTicked = ticked.some(({ id }) => id === tag.id)
          return (
            <li key={tag.id} className="wrap-anywhere">
              <Checkbox
                checked={isTicked}
                disabled={isFull && !isTicked}
                onCheckedChange={(isNow) => onTick(tag, isNow)}
              >
                {tag.label}
              </Checkbox>
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && <p className="text-muted">No results for “{search.trim()}”.</p>}
      {hasMore && (
        <p className="mt-3 text-muted text-secondary">The first {numberText(tagsReadMax)} tags are shown.</p>
      )}
    </>
  )
}
