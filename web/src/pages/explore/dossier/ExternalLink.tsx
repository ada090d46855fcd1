/** URLs come from third parties: only http and https ones become links. */
export function ExternalLink({ url, text }: { url: string | null; text: string }) {
  if (!url || !/^https?:\/\//i.test(url)) return <>{text}</>
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  )
}
