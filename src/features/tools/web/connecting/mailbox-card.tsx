import { ExternalLink, Eye, EyeOff } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { copyText } from '#ui/copy-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { shortcutOf } from '#ui/keys.ts'
import { openDialog } from '#ui/open-dialog.ts'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ToolGlyph } from '#ui/tool-glyph.tsx'
import type { MailboxToConnect } from '../../api/connecting.ts'
import { sendingToolNames } from '../../rules/sending-tools.ts'
import { CopyRow } from './copy-row.tsx'
import { KeyHint } from './key-hint.tsx'
import { TimeLeft } from './time-left.tsx'
import type { Connecting } from './use-connecting.ts'

const alone =
  'Use a private window, or sign out of every other account first: the page connects whoever signs in there.'

/** What a person meets at the host's pages, in that order. */
const steps: Record<Platform, (tool: string) => readonly string[]> = {
  google: (tool) => [
    alone,
    'At the first sign-in of a new mailbox Google welcomes it: press “I understand”.',
    `Then let ${tool} use the mailbox: “Continue” or “Allow”.`,
    `If Google says that access is blocked, ${tool}’s app is not trusted yet: an administrator does so in the Admin console under Security, API controls.`,
    'If Google asks for a phone number or a code, skip the mailbox and say so to whoever runs the account.',
  ],
  azure: (tool) => [
    alone,
    'If Microsoft asks whether to stay signed in, say “No”.',
    `Then let ${tool} use the mailbox: “Accept”.`,
    'If it asks for more information or a second factor, choose to be asked later; where that is not offered, skip the mailbox and say so to whoever runs the tenant.',
  ],
}

function SignInGuidance({ mailbox: { platform, tool } }: { mailbox: MailboxToConnect }) {
  return (
    <details open={platform === 'google'} className="mt-4 text-secondary">
      <summary className="w-fit cursor-pointer rounded-control font-medium">What you will be asked</summary>
      <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted">
        {steps[platform](sendingToolNames[tool]).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  )
}

/** Single keys that do something while nobody types and nothing stands over the page. */
function useKeys(keys: Readonly<Record<string, () => void>>, isOn: boolean): void {
  const present = useRef(keys)
  useEffect(() => {
    present.current = keys
  })
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const { target, repeat } = event
      if (event.ctrlKey || event.metaKey || event.altKey || repeat || event.defaultPrevented) return
      const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
      if (target instanceof HTMLElement && target.closest(fields)) return
      if (document.querySelector(openDialog)) return
      const act = present.current[shortcutOf(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn])
}

interface MailboxCardProps {
  connecting: Connecting
  mailbox: MailboxToConnect
  /** Single keys act as well. */
  hasKeys: boolean
}

/** One mailbox to sign in to: what is needed at the tool's page, the way there, and what to heed. */
export function MailboxCard({ connecting, mailbox, hasKeys }: MailboxCardProps) {
  const first = useRef<HTMLButtonElement>(null)
  const password = useRef<HTMLButtonElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const { skip } = connecting
  useEffect(() => first.current?.focus(), [])
  useKeys(
    {
      a: () => first.current?.click(),
      p: () => password.current?.click(),
      o: () => link.current?.click(),
      s: () => skip.mutate(),
    },
    hasKeys,
  )
  const key = (name: string) => (hasKeys ? name : undefined)
  return (
    <Card aria-label={mailbox.address} className="mt-4">
      <p className="flex flex-wrap items-center gap-2 text-muted text-secondary">
        <PlatformGlyph platform={mailbox.platform} />
        {hostNames[mailbox.platform]} mailbox for
        <ToolGlyph tool={mailbox.tool} />
        {sendingToolNames[mailbox.tool]}
      </p>
      {mailbox.reason && (
        <p className="mt-2 text-secondary text-warning wrap-anywhere">
          What has stopped it: {mailbox.reason}
        </p>
      )}
      <div className="mt-2 divide-y divide-line border-line border-y">
        <CopyRow
          label="Address"
          value={mailbox.address}
          hotkey={key('A')}
          copy={(at) => copyText(mailbox.address, { at })}
          buttonRef={first}
        />
        <PasswordRow connecting={connecting} hotkey={key('P')} buttonRef={password} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <PageLink connecting={connecting} hotkey={key('O')} linkRef={link} />
        <Button
          variant="quiet"
          loading={skip.isPending}
          aria-keyshortcuts={key('S')}
          onClick={() => skip.mutate()}
        >
          Skip
          {hasKeys && <KeyHint>S</KeyHint>}
        </Button>
      </div>
      <SignInGuidance mailbox={mailbox} />
    </Card>
  )
}

interface PartProps {
  connecting: Connecting
  hotkey: string | undefined
}

/** Fetched each time it is shown or copied, since each reading is noted. */
function PasswordRow({ connecting, hotkey, buttonRef }: PartProps & { buttonRef: Ref<HTMLButtonElement> }) {
  const [shown, setShown] = useState<string>()
  const toggle = async () => {
    if (shown !== undefined) return setShown(undefined)
    // Told where it failed.
    setShown(await connecting.password().catch(() => undefined))
  }
  return (
    <CopyRow
      label="Password"
      value={shown ?? '••••••••••••'}
      hotkey={hotkey}
      copy={(at) => copyText(shown ?? connecting.password(), { at, show: setShown })}
      buttonRef={buttonRef}
      aside={
        <IconButton
          label={shown === undefined ? 'Show password' : 'Hide password'}
          onClick={() => void toggle()}
        >
          {shown === undefined ? <Eye /> : <EyeOff />}
        </IconButton>
      }
    />
  )
}

/** The way to the tool's page, and what is waited for. */
function PageLink({
  connecting: { page, renewPage, isBeingSetUp },
  hotkey,
  linkRef,
}: PartProps & { linkRef: Ref<HTMLAnchorElement> }) {
  const [isOpened, setOpened] = useState(false)
  const link = page.data?.link
  if (page.error) return null
  if (isBeingSetUp)
    return (
      <p
        role="status"
        className="order-last flex basis-full items-center gap-2 pt-1 text-muted text-secondary"
      >
        <Spinner className="size-3.5" />
        Signed in. The sending tool is setting it up, usually within 2 minutes.
      </p>
    )
  if (!link)
    return (
      <Button variant="primary" loading>
        Open sign-in page
      </Button>
    )
  return (
    <>
      <a
        ref={linkRef}
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        aria-keyshortcuts={hotkey}
        onClick={() => setOpened(true)}
        className={buttonClass('primary')}
      >
        <ExternalLink />
        Open sign-in page
        {hotkey && <KeyHint>{hotkey}</KeyHint>}
      </a>
      <Button onClick={({ currentTarget }) => void copyText(link, { at: currentTarget })}>Copy link</Button>
      <p className="order-last flex basis-full items-center gap-2 pt-1 text-muted text-secondary">
        {isOpened && <Spinner className="size-3.5" />}
        <span>
          {isOpened ? 'Waiting for the sending tool. ' : 'A new tab. '}
          <TimeLeft since={page.dataUpdatedAt} seconds={page.data?.seconds ?? 0} onOver={renewPage} />
        </span>
      </p>
    </>
  )
}
