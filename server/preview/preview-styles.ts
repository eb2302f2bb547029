export const styles = `
main{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:48px 64px;align-items:start;padding-top:clamp(32px,9vh,88px)}
.link{display:flex;flex-direction:column;gap:20px;min-width:0}
.short{font:600 15px/1.5 var(--mono);color:var(--accent);overflow-wrap:anywhere}
.short span{color:var(--muted);font-weight:400}
h1,.go{font-variant-ligatures:none}
h1{font-size:clamp(26px,5vw,44px);overflow-wrap:anywhere}
h1.long{font-size:clamp(20px,3vw,26px)}
h1 span{display:block;margin-bottom:8px;color:var(--muted);font-size:18px;font-weight:400;letter-spacing:0}
.address{max-height:15em;overflow:auto;color:var(--muted);font:15px/1.6 var(--mono);overflow-wrap:anywhere}
.address strong{color:var(--ink);font-weight:600}
.address:focus-visible{outline:2px solid var(--accent);outline-offset:4px;border-radius:2px}
.owner a{color:var(--accent);font-size:15px}
.note{color:var(--muted);font-size:15px}
.go{display:inline-block;max-width:100%;text-decoration:none;overflow-wrap:anywhere}
.go:hover{text-decoration:underline;text-underline-offset:3px}
dl{margin-top:12px;font-size:15px}
dl div{display:grid;grid-template-columns:8em minmax(0,1fr);gap:4px 16px;padding:10px 0;border-top:1px solid var(--line)}
dl div:last-child{border-bottom:1px solid var(--line)}
dt{color:var(--muted)}
dd{overflow:hidden;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
figure{width:200px}
figure svg{display:block;width:100%;border-radius:10px}
figcaption{margin-top:10px;color:var(--muted);font-size:13px;text-align:center;text-wrap:balance}
figure .files{margin-top:6px;color:var(--muted);font-size:13px;text-align:center}
.files a{display:inline-block;padding:4px;color:var(--accent)}
@media(max-width:760px){main{grid-template-columns:minmax(0,1fr);padding-top:24px}figure{width:160px}dl div{grid-template-columns:6em minmax(0,1fr)}}
`;
