import { Note } from '../../parts/Note.tsx'

/** On a plan without API access: that it is so, and what it would bring. */
export function NoApiAccess() {
  return (
    <Note tone="watch" title="Your team’s plan has no API access">
      With Pro, your programs search companies by their buying signals, open dossiers and slices (3,000 requests and
      3,000 records a month), and webhooks bring new signals to you as they are found. Keys that exist answer 403 until
      then, and are kept. Whoever runs this service for you can move the team to Pro.
    </Note>
  )
}
