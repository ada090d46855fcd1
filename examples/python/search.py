# Companies that hire for AI, with Python's standard library:
#   PRO_SIGNAL_URL=http://127.0.0.1:3000 PRO_SIGNAL_KEY=$(cat data/demo-key) python3 examples/python/search.py
import json, os, sys, time, urllib.error, urllib.request

def call(path, body=None):
    url = os.environ.get("PRO_SIGNAL_URL", "http://127.0.0.1:3000") + path
    headers = {"Authorization": "Bearer " + (os.environ.get("PRO_SIGNAL_KEY") or sys.exit("Set PRO_SIGNAL_KEY.")), "Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode() if body else None, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as reply:
        error, wait = json.load(reply)["error"], int(reply.headers.get("Retry-After", 3600))
        if reply.code not in (429, 503) or wait > 60:
            sys.exit(f"{reply.code} {error['code']}: {error['message']} ({error['requestId']})")
    except urllib.error.URLError as error:
        sys.exit(f"{url} can't be reached: {error.reason}")
    time.sleep(wait)
    return call(path, body)

page = call("/api/v1/companies", {"signal_query": "hiring(ai: true)", "pageSize": 5})
print(page["total"], "companies hire for AI:", ", ".join(company["name"] for company in page["companies"]))
