import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { ToolGlyph } from '#ui/tool-glyph.tsx'
import { Glyph } from '#ui/wordmark.tsx'
import { Row, Section } from './section.tsx'

const surfaces = ['bg-page', 'bg-surface', 'bg-raised', 'bg-sunken', 'bg-hover', 'bg-primary', 'bg-accent']

export function TokensSection() {
  return (
    <Section title="Tokens">
      <Row>
        {surfaces.map((surface) => (
          <span key={surface} className="text-label text-muted">
            <span className={`mb-1 block h-10 w-16 rounded-control border border-line ${surface}`} />
            {surface.slice(3)}
          </span>
        ))}
      </Row>
      <div>
        <p className="text-figure tabular-nums">1,284.5</p>
        <p className="text-page-title">Page title</p>
        <p className="text-card-title">Card title</p>
        <p>Body text, in which most things are said.</p>
        <p className="text-muted text-secondary">Secondary text, for what explains.</p>
        <p className="text-label text-muted">Label text</p>
        <p className="font-mono text-secondary">v=spf1 include:_spf.example.com ~all</p>
        <p>
          Text with{' '}
          <a href="#content" className="link">
            a link in it
          </a>
          .
        </p>
      </div>
      <Row>
        <Glyph className="size-8" />
        <Glyph />
        <Glyph className="size-4" />
        <PlatformGlyph platform="azure" />
        <PlatformGlyph platform="google" />
        {sendingToolIds.map((tool) => (
          <ToolGlyph key={tool} tool={tool} named />
        ))}
      </Row>
    </Section>
  )
}
