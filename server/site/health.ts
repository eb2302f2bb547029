export interface Health {
  status: 'starting' | 'ok' | 'stopping';
}

/** 503 before the start is complete and after the stop began. */
export function healthResponse({ status }: Health): Response {
  return Response.json(
    { status },
    { status: status === 'ok' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
