import type { Agent } from '../server/stats/agents/agent.ts';

/** What a program sends in the header `User-Agent`, and what is to be told from it. */
export interface KnownAgent extends Agent {
  readonly text: string;
}

/** Browser, system, device and what people's browsers send; `-` = not known. */
const people = `
Chrome | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36
Chrome | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36
Chrome | macOS | desktop | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36
Chrome | Linux | desktop | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36
Chrome | Chrome OS | desktop | Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36
Chrome | Android | mobile | Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36
Chrome | Android | mobile | Mozilla/5.0 (Linux; Android 14; Pixel 8 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.6261.119 Mobile Safari/537.36
Chrome | Android | mobile | Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36
Chrome | Android | mobile | Mozilla/5.0 (Linux; Android 12; InFocus M7s) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Mobile Safari/537.36
Chrome | Android | mobile | Mozilla/5.0 (Linux; Android 13; TECNO PHANTOM X2 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36
Chrome | Android | tablet | Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36
Chrome | Android | tablet | Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/113.0.0.0 Safari/537.36
Chrome | Android | tablet | Mozilla/5.0 (Linux; Android 10; HUAWEI BAH3-W59) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/112.0.0.0 Safari/537.36
Chrome | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/129.0.6668.69 Mobile/15E148 Safari/604.1
Chrome | iPadOS | tablet | Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/127.0.6533.107 Mobile/15E148 Safari/604.1
Chromium | Linux | desktop | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/110.0.5481.177 Chrome/110.0.5481.177 Safari/537.36
Safari | macOS | desktop | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15
Safari | macOS | desktop | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15
Safari | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1
Safari | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1
Safari | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1
Safari | iOS | mobile | Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1
Safari | iPadOS | tablet | Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1
Safari (in-app) | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148
Safari (in-app) | iPadOS | tablet | Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148
Firefox | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0
Firefox | Windows | desktop | Mozilla/5.0 (Windows NT 6.1; Win64; x64; rv:115.0) Gecko/20100101 Firefox/115.0
Firefox | macOS | desktop | Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0
Firefox | Linux | desktop | Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0
Firefox | FreeBSD | desktop | Mozilla/5.0 (X11; FreeBSD amd64; rv:128.0) Gecko/20100101 Firefox/128.0
Firefox | Android | mobile | Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0
Firefox | Android | tablet | Mozilla/5.0 (Android 13; Tablet; rv:125.0) Gecko/125.0 Firefox/125.0
Firefox | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/132.0 Mobile/15E148 Safari/605.1.15
Firefox | iPadOS | tablet | Mozilla/5.0 (Macintosh; Intel Mac OS X 13.4; rv:109.0) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/126.0 Safari/605.1.15
Firefox | KaiOS | mobile | Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5
Firefox Focus | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Focus/114.0 Mobile/15E148 Safari/605.1.15
LibreWolf | Linux | desktop | Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0 LibreWolf/120.0
SeaMonkey | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:91.0) Gecko/20100101 Firefox/91.0 SeaMonkey/2.53.18
Pale Moon | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:102.0) Gecko/20100101 Goanna/6.7 Firefox/102.0 PaleMoon/33.3.1
Edge | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0
Edge | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.102 Safari/537.36 Edge/18.19045
Edge | macOS | desktop | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.2849.68
Edge | Android | mobile | Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36 EdgA/129.0.0.0
Edge | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/129.0.2792.84 Mobile/15E148 Safari/605.1.15
Edge | Xbox | tv | Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0
Edge | Windows Phone | mobile | Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15254
Internet Explorer | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko
Internet Explorer | Windows | desktop | Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0; Tablet PC 2.0)
Opera | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Safari/537.36 OPR/113.0.0.0
Opera | Android | mobile | Mozilla/5.0 (Linux; Android 13; SM-A536B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36 OPR/83.0.0.0
Opera Touch | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.8.0
Opera Mini | Android | mobile | Opera/9.80 (Android; Opera Mini/36.2.2254/191.283; U; id) Presto/2.12.423 Version/12.16
Opera Mini | - | mobile | Opera/9.80 (J2ME/MIDP; Opera Mini/4.5.40318/191.283; U; en) Presto/2.12.423 Version/12.16
Samsung Internet | Android | mobile | Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36
Samsung Internet | Android | tablet | Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/22.0 Chrome/111.0.5563.116 Safari/537.36
Samsung Internet | Tizen | tv | Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0.3809.146 TV Safari/537.36
Vivaldi | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36 Vivaldi/6.4.3160.47
Yandex Browser | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 YaBrowser/24.7.0.0 Safari/537.36
Yandex Browser | Android | mobile | Mozilla/5.0 (Linux; arm_64; Android 13; M2101K6G) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.243 YaBrowser/24.6.4.243.00 SA/3 Mobile Safari/537.36
Whale | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Whale/3.27.254.15 Safari/537.36
DuckDuckGo | Android | mobile | Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.179 Mobile DuckDuckGo/5 Safari/537.36
DuckDuckGo | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15
DuckDuckGo | macOS | desktop | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 Ddg/17.4
Brave | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Brave/1 Mobile/15E148 Safari/604.1
Ecosia | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1 (Ecosia ios@9.2.3.1367)
Silk | Android | tablet | Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/122.4.1 like Chrome/122.0.6261.128 Safari/537.36
Silk | Android | tv | Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4.6 like Chrome/108.0.5359.220 Safari/537.36
Chrome | Android | tv | Mozilla/5.0 (Linux; Android 12; BRAVIA VH2 Build/SRT1.230209.001) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36
LG Browser | webOS | tv | Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager
PlayStation | PlayStation | tv | Mozilla/5.0 (PlayStation; PlayStation 5/8.40) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15
Nintendo | Nintendo | tv | Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.21.3 NintendoBrowser/5.1.0.22474
Meta Quest Browser | Linux | - | Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/34.2.0.0.70 Chrome/126.0.6478.122 VR Safari/537.36
GNOME Web | Linux | desktop | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Safari/605.1.15 Epiphany/605.1.15
Konqueror | Linux | desktop | Mozilla/5.0 (compatible; Konqueror/4.5; Linux; X11; en_US) KHTML/4.5.5 (like Gecko)
Falkon | Linux | desktop | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Falkon/23.08.0 Chrome/112.0.5615.213 Safari/537.36
Electron | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.89.1 Chrome/122.0.6261.156 Electron/29.4.0 Safari/537.36
Cốc Cốc | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) coc_coc_browser/117.0.210 Chrome/111.0.0.0 Safari/537.36
Avast | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36 Avast/128.0.0.0
Lynx | - | - | Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.8
- | - | mobile | Nokia6280/2.0 (03.60) Profile/MIDP-2.0 Configuration/CLDC-1.1
Links | Linux | desktop | ELinks/0.13.1 (textmode; Linux 5.10.0-9-amd64 x86_64; 135x47-2)
Opera GX | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1 OPX/2.5.3
Edge | Linux | desktop | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0
Facebook | iPadOS | tablet | Mozilla/5.0 (iPad; CPU OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 [FBAN/FBIOS;FBAV/469.0.0.40.105;FBBV/612345678;FBDV/iPad13,1;FBMD/iPad;FBSN/iPadOS;FBSV/17.5.1;FBSS/2;FBID/tablet;FBLC/fr_FR;FBOP/5]
Chrome | Android | tv | Mozilla/5.0 (Linux; Android 12; Chromecast) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 CrKey/1.56.500000 DeviceType/AndroidTV
w3m | - | - | w3m/0.5.3+git20230121
UC Browser | Android | mobile | Mozilla/5.0 (Linux; U; Android 12; zh-CN; PEGM00 Build/SKQ1.210216.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/15.5.8.1228 Mobile Safari/537.36
UC Browser | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 16_1_1 like Mac OS X; zh-CN) AppleWebKit/537.51.1 (KHTML, like Gecko) Mobile/20B101 UCBrowser/15.1.6.1874 Mobile AliApp(TUnionSDK/0.1.20.4)
QQ Browser | Android | mobile | Mozilla/5.0 (Linux; U; Android 13; zh-cn; V2218A Build/TP1A.220624.014) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/14.3 Mobile Safari/537.36 COVC/046813
QQ Browser | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.71 Safari/537.36 Core/1.94.225.400 QQBrowser/12.2.5544.400
Quark | Android | mobile | Mozilla/5.0 (Linux; U; Android 13; zh-CN; 22081212C Build/TKQ1.220829.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 Quark/6.7.5.421 Mobile Safari/537.36
Quark | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X; zh-cn) AppleWebKit/601.1.46 (KHTML, like Gecko) Mobile/21B74 Quark/6.8.2.1926 Mobile
Mi Browser | Android | mobile | Mozilla/5.0 (Linux; U; Android 13; zh-cn; 2211133C Build/TKQ1.220905.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/17.8.220117
HeyTap Browser | Android | mobile | Mozilla/5.0 (Linux; U; Android 13; zh-cn; PHB110 Build/SKQ1.221012.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.168 Mobile Safari/537.36 HeyTapBrowser/40.8.31.1
vivo Browser | Android | mobile | Mozilla/5.0 (Linux; Android 13; V2244A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/101.0.4951.74 Mobile Safari/537.36 VivoBrowser/17.8.0.1
Huawei Browser | HarmonyOS | mobile | Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.13.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 HuaweiBrowser/14.0.5.303 Mobile Safari/537.36
Huawei Browser | HarmonyOS | mobile | Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300
Huawei Browser | HarmonyOS | tablet | Mozilla/5.0 (Tablet; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 HuaweiBrowser/5.0.4.300
Huawei Browser | HarmonyOS | desktop | Mozilla/5.0 (PC; OpenHarmony 5.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 ArkWeb/6.0.0.47 HuaweiBrowser/5.1.5.300
Huawei Browser | Android | mobile | Mozilla/5.0 (Linux; Android 10; ELE-L29; HMSCore 6.12.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/92.0.4515.105 HuaweiBrowser/13.0.5.303 Mobile Safari/537.36
Sogou Browser | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.87 Safari/537.36 SE 2.X MetaSr 1.0
Sogou Browser | Android | mobile | Mozilla/5.0 (Linux; Android 9; NX569J Build/PQ3A.190505.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/68.0.3440.106 Mobile Safari/537.36 AWP/2.0 SogouMSE,SogouMobileBrowser/5.21.8
360 Browser | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0.4240.198 Safari/537.36 QIHU 360SE
2345 Browser | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3947.100 Safari/537.36 2345Explorer/10.28.0.21462
Liebao | Windows | desktop | Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/57.0.2987.98 Safari/537.36 LBBROWSER
Maxthon | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0.4896.127 Safari/537.36 Maxthon/7.1.6
WeChat | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN
WeChat | Android | mobile | Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1.230804.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160117 MMWEBSDK/20240404 MMWEBID/2210 MicroMessenger/8.0.49.2600(0x28003137) WeChat/arm64 Weixin NetType/5G Language/zh_CN ABI/arm64
WeChat | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090a13) UnifiedPCWindowsWechat(0xf254162e) XWEB/18163 Flue
WeChat | macOS | desktop | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) NetType/WIFI MicroMessenger/6.8.0(0x16080000) MacWechat/3.8.8(0x13080812) XWEB/1216 Flue
WeChat | HarmonyOS | mobile | Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile MicroMessenger/8.0.10(0x28000a31) Weixin NetType/WIFI Language/zh_CN
WeCom | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.220 Safari/537.36 wxwork/4.1.22 (MicroMessenger/6.2) WindowsWechat MailPlugin_Electron WeMail embeddisk wwmver/3.26.22.628
WeCom | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 wxwork/4.1.20 MicroMessenger/7.0.1 Language/zh ColorScheme/Light
QQ | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 QQ/9.0.35.612 V1_IPH_SQ_9.0.35_1_APP_A Pixel/1170 MiniAppEnable SimpleUISwitch/0
QQ | Android | mobile | Mozilla/5.0 (Linux; Android 13; V2134A Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/6.2 TBS/046903 Mobile Safari/537.36 V1_AND_SQ_8.9.88_4852_YYB_D A_8098800 QQ/8.9.88.13035 NetType/WIFI
DingTalk | Android | mobile | Mozilla/5.0 (Linux; U; Android 12; zh-CN; KB2000 Build/RKQ1.211119.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0.3497.100 UWS/3.22.1.249 Mobile Safari/537.36 AliApp(DingTalk/7.0.0.11) com.alibaba.android.rimet/27811579 Channel/263200 language/zh-CN abi/64 UT4Aplus/0.2.25 colorScheme/light
DingTalk | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 AliApp(DingTalk/7.1.15) com.laiwang.DingTalk/33435556 Channel/201200 language/zh-Hans-CN UT4Aplus/0.0.6 WK
Feishu | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_3_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.3.1 Mobile/15E148 Safari/604.1 Lark/7.14.9 LarkLocale/zh_CN ChannelName/Feishu
Feishu | macOS | desktop | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Lark/7.12.7 Chrome/120.0.6099.71 Safari/537.36 LarkLocale/zh_CN ChannelName/Feishu
Lark | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.268 Safari/537.36 Lark/7.33.7 LarkLocale/en_US ttnet SDK-Version/7.33.17
Alipay | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ChannelId(2) NebulaSDK/1.8.100112 Nebula PSDType(1) AlipayDefined(nt:WIFI,ws:393|788|3.0) AliApp(AP/10.5.36.6000) AlipayClient/10.5.36.6000 Language/zh-Hans
Taobao | Android | mobile | Mozilla/5.0 (Linux; U; Android 11; zh-CN; M2007J3SC Build/RKQ1.200826.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0.3497.100 UWS/3.22.2.28 Mobile Safari/537.36 UCBS/3.22.2.28_220316202111 AliApp(TB/10.9.0) TTID/600000@taobao_android_10.9.0 WindVane/8.5.0 1080X2186 UT4Aplus
Weibo | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 16_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Weibo (iPhone14,2__weibo__13.2.1__iphone__os16.3)
Weibo | Android | mobile | Mozilla/5.0 (Linux; Android 12; M2012K11AC Build/SKQ1.211006.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/95.0.4638.74 Mobile Safari/537.36 Weibo (Xiaomi-M2012K11AC__weibo__13.5.2__android__android12)
Douyin | Android | mobile | Mozilla/5.0 (Linux; Android 12; 22021211RC Build/SKQ1.211006.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/75.0.3770.156 Mobile Safari/537.36 aweme_230400 JsSdk/1.0 NetType/WIFI AppName/aweme app_version/23.4.0 ByteLocale/zh-CN Region/CN AppSkin/white AppTheme/light BytedanceWebview/d8a21c6 TTWebView/0751130025012
TikTok | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_34.3.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US isDarkMode/1 WKWebView/1 RevealType/Dialog BytedanceWebview/d8a21c6 FalconTag/3F2504E0
TikTok | Android | mobile | Mozilla/5.0 (Linux; Android 13; SM-A525F Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/123.0.6312.118 Mobile Safari/537.36 trill_340303 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/trill app_version/34.3.3 ByteLocale/de-DE ByteFullLocale/de-DE Region/DE BytedanceWebview/d8a21c6
Toutiao | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 NewsArticle/9.9.1.5 JsSdk/2.0 NetType/WIFI (News 9.9.1 17.400000)
Xiaohongshu | Android | mobile | Mozilla/5.0 (Linux; Android 12; SM-G991B Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/105.0.5195.136 Mobile Safari/537.36 xiaohongshu/8.28.0
Xiaohongshu | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 discover/8.92
Zhihu | Android | mobile | Mozilla/5.0 (Linux; Android 12; PEGM00 Build/SKQ1.210216.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/114.0.5735.61 Mobile Safari/537.36 ZhihuHybrid com.zhihu.android/Futureve/9.30.0
Bilibili | Android | mobile | Mozilla/5.0 (Linux; Android 13; 22081212C Build/TKQ1.220829.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/110.0.5481.154 Mobile Safari/537.36 os/android model/22081212C build/7320200 osVer/13 sdkInt/33 network/2 BiliApp/7320200 mobi_app/android channel/xiaomi
Kuaishou | Android | mobile | Mozilla/5.0 (Linux; Android 11; V1981A Build/RP1A.200720.012; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/90.0.4430.226 KsWebView/1.8.90.488 Mobile Safari/537.36 Yoda/2.8.3 Kwai/10.4.20.24546 OS_PRO_BIT/64 NetType/WIFI
JD | iOS | mobile | jdapp;iPhone;12.3.1;;;M/5.0;appBuild/168968;jdSupportDarkMode/0;ef/1;Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148;supportJDSHWK/1;
Baidu | Android | mobile | Mozilla/5.0 (Linux; U; Android 4.1.2; zh-cn; HUAWEI MT1-U06 Build/HuaweiMT1-U06) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30 baiduboxapp/042_2.7.3_diordna_8021_027/IEWAUH_61_2.1.4_60U-1TM+IEWAUH/7300001a/|544176010472968/1
Baidu | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 SP-engine/2.67.0 main/1.0 baiduboxapp/13.38.0.10 (Baidu; P2 16.5) NABar/1.0 themeUA=Theme/default webCore=0x110a3d000
Facebook | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 [FBAN/FBIOS;FBAV/469.0.0.40.105;FBBV/612345678;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5;FBRV/0]
Facebook | Android | mobile | Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/468.1.0.56.78;]
Messenger | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 16_7_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/MessengerLiteForiOS;FBAV/462.0.0.38.107;FBBV/604512345;FBDV/iPhone10,6;FBMD/iPhone;FBSN/iOS;FBSV/16.7.8;FBSS/3;FBCR/;FBID/phone;FBLC/de;FBOP/0]
Messenger | Android | mobile | Mozilla/5.0 (Linux; Android 13; SM-A127F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/459.0.0.0.78;]
Instagram | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 Instagram 336.0.6.29.94 (iPhone15,3; iOS 17_5_1; en_US; en; scale=3.00; 1290x2796; 612345678; IABMV/1)
Instagram | Android | mobile | Mozilla/5.0 (Linux; Android 13; SM-G991B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 Instagram 335.0.0.39.93 Android (33/13; 480dpi; 1080x2183; samsung; SM-G991B; o1s; exynos2100; tr_TR; 609774371)
Threads | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21E236 Barcelona 330.0.0.17.109 (iPhone14,3; iOS 17_4_1; en_GB; en; scale=3.00; 1284x2778; 593461234)
WhatsApp | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 WhatsApp/2.24.10.77
LINE | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.9.0
LINE | Android | mobile | Mozilla/5.0 (Linux; Android 13; SO-51C Build/64.1.A.0.869; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 Line/14.8.0/IAB
KakaoTalk | Android | mobile | Mozilla/5.0 (Linux; Android 14; SM-S911N Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36;KAKAOTALK 2410830
NAVER | Android | mobile | Mozilla/5.0 (Linux; Android 12; SM-G975N Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/90.0.4430.232 Whale/1.0.0.0 Crosswalk/26.90.3.21 Mobile Safari/537.36 NAVER(inapp; search; 1010; 11.11.3)
Zalo | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Zalo iOS/692 ZaloTheme/dark ZaloLanguage/vn
Telegram | Android | mobile | Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.6422.165 Mobile Safari/537.36 Telegram-Android/11.4.3 (Samsung SM-S918B; Android 14; SDK 34; HIGH)
Snapchat | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Snapchat/12.90.0.41 (like Safari/8618.1.15.10.15, panda)
LinkedIn | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21E219 [LinkedInApp]/9.29.4117
LinkedIn | Android | mobile | Mozilla/5.0 (Linux; Android 13; Pixel 6a Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.179 Mobile Safari/537.36 [LinkedInApp]
X | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Twitter for iPhone/10.39
X | Android | mobile | Mozilla/5.0 (Linux; Android 13; CPH2359 Build/TP1A.220905.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.113 Mobile Safari/537.36 TwitterAndroid
Pinterest | Android | mobile | Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.0.0 Mobile Safari/537.36 [Pinterest/Android]
Reddit | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Reddit/2024.17.0/iOS
Google app | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/321.0.639459297 Mobile/15E148 Safari/604.1
Google app | Android | mobile | Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP1A.240505.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.53 Mobile Safari/537.36 GSA/15.20.34.28.arm64
Google app | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 com.google.GoogleMobile/266.0 iPhone/16.5 hw/iPhone14_5 GSA/266
Bing | iOS | mobile | Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/605.1.15 BingSapphire/28.1.420501001
Slack | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.38.125 Chrome/124.0.6367.207 Electron/30.0.9 Safari/537.36 Sonic Slack_SSB/4.38.125
Discord | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) discord/1.0.9147 Chrome/120.0.6099.291 Electron/28.2.10 Safari/537.36
Microsoft Teams | Windows | desktop | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36 Edg/125.0.2535.92 Teams/24124.2315.2911.3357/49
Android WebView | Android | mobile | Mozilla/5.0 (Linux; Android 13; 2201117TG Build/TKQ1.221114.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.113 Mobile Safari/537.36
Android Browser | Android | mobile | Mozilla/5.0 (Linux; U; Android 4.0.3; de-de; Galaxy S II Build/GRJ22) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30
`;

/** Name and what programs send that look where a link leads. */
const previews = `
iMessage | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0
Google Messages | GoogleMessages/20.2 facebookexternalhit/1.1 Facebot Twitterbot/1.0
Facebook | facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)
Facebook | facebookexternalhit/1.1
KakaoTalk | facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984
LINE | facebookexternalhit/1.1;line-poker/1.0
WhatsApp | WhatsApp/2.23.20.0 A
WhatsApp | WhatsApp/2.24.10.77 i
WhatsApp | WhatsApp/2
X | Twitterbot/1.0
LinkedIn | LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)
Slack | Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)
Slack | Slackbot 1.0 (+https://api.slack.com/robots)
Slack | Slack-ImgProxy (+https://api.slack.com/robots)
Telegram | TelegramBot (like TwitterBot)
Discord | Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)
Microsoft Teams | Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com
Microsoft Teams | Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5
Viber | Mozilla/5.0 (Windows NT 6.1; WOW64) ViberUrlDownloader
Viber | Viber/21.4.0.4 CFNetwork/1494.0.7 Darwin/23.4.0
WeChat | MicroMessenger Client
WeChat | WeChat/8.0.49.33 CFNetwork/1496.0.7 Darwin/23.5.0
WeChat | WeChatShareExtensionNew/8.0.49.33 CFNetwork/1496.0.7 Darwin/23.5.0
QQ | Mozilla/5.0 (Linux; U; Android 4.4.2; zh-cn; GT-I9500 Build/KOT49H) AppleWebKit/537.36 (KHTML, like Gecko)Version/4.0 MQQBrowser/5.0 QQ-URL-Manager Mobile Safari/537.36
QQ | QQ/9.0.35.612 CFNetwork/1494.0.7 Darwin/23.4.0
DingTalk | DingTalkBot-LinkService/1.0 (+https://open-doc.dingtalk.com/microapp/faquestions/ftpfeu)
DingTalk | Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/63.0 Safari/537.36 DingTalkBot-LinkService/1.0
Snapchat | Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots
Matrix | Mozilla/5.0 (compatible; Synapse (bot; +https://github.com/matrix-org/synapse))
Matrix | Synapse (bot; +https://github.com/element-hq/synapse)
Mattermost | Mattermost-Bot/1.1
Zulip | Mozilla/5.0 (compatible; ZulipURLPreview/8.4; +https://chat.example.org)
Chatwork | Chatwork LinkPreview v1
GroupMe | GroupMeBot/1.0
Google Chat | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/56.0.2924.87 Safari/537.36 Google (+https://developers.google.com/+/web/snippet/)
Google Chat | Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)
Mastodon | http.rb/5.1.1 (Mastodon/4.2.9; +https://mastodon.social/)
Mastodon | Mastodon/4.3.1 (http.rb/5.2.0; +https://fosstodon.org/) Bot
Pleroma | Pleroma 2.6.2; https://social.example.org <admin@example.org>; Bot
Pleroma | Akkoma 3.13.2-0-g050bc74; https://social.example.org <admin@example.org>; Bot
Misskey | Misskey/2024.5.0 (https://misskey.io)
Misskey | SummalyBot/5.1.0
Lemmy | Lemmy/0.19.5; +https://lemmy.world
Friendica | Friendica 'Interrupted Fern' 2024.12-1571; https://friendica.example
GoToSocial | gotosocial/0.17.3 (+https://gts.example.org)
Pixelfed | (Pixelfed/0.12.3; +https://pixelfed.social)
PeerTube | PeerTube/6.1.0 (+https://tube.example.org)
Bluesky | Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)
Reddit | Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)
Pinterest | Pinterest/0.2 (+https://www.pinterest.com/bot.html)
Pinterest | Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)
Tumblr | Tumblr/14.0.835.186
VK | Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)
OK | Mozilla/5.0 (compatible; OdklBot/1.0 like Linux; klass@odnoklassniki.ru)
Quora | Quora Link Preview/1.0 (http://www.quora.com)
Medium | Mediumbot-MetaTagFetcher/0.3 (+https://medium.com/)
XING | XING-contenttabreceiver/2.0
Discourse | Discourse Forum Onebox v3.3.0.beta2
Disqus | Disqus/1.0
Flipboard | Mozilla/5.0 (Macintosh; Intel Mac OS X 10.9; rv:28.0) Gecko/20100101 Firefox/28.0 (FlipboardProxy/1.6; +http://flipboard.com/browserproxy)
Buffer | Mozilla/5.0 (compatible; BufferLinkPreviewBot/1.0; +https://scraper.buffer.com/about/bots/link-preview-bot)
Notion | NotionEmbedder
ClickUp | ClickUpLinkUnfurler/1.0
Evernote | EvernoteRichLinkBot/1.0
Bitrix24 | Bitrix link preview
Iframely | Iframely/1.3.1 (+https://iframely.com/docs/about) Atlassian
Embedly | Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)
Gmail | Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)
Yahoo Mail | YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html
Yahoo Mail | Mozilla/5.0 (compatible; Yahoo Link Preview; https://help.yahoo.com/kb/mail/yahoo-link-preview-SLN23615.html)
Seznam | Mozilla/5.0 SeznamEmailProxy/2.0.174
Rambler | RamblerMail/6.0 (incompatible; ImageProxy/6.0)
Thunderbird | Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.3.1
Microsoft Office | Mozilla/4.0 (compatible; ms-office; MSOffice 16)
Microsoft Office | Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.5134; ms-office; MSOffice 16)
Microsoft Office | Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17628; Pro)
Microsoft Office | Microsoft Office Existence Discovery
Microsoft Office | Microsoft Office Protocol Discovery
Microsoft Preview | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview) Chrome/119.0.0.0 Safari/537.36
Microsoft Preview | Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b
Barracuda | Barracuda Sentinel (EE)
Kaspersky | Kaspersky Lab CFR link resolver cfradmins@kaspersky.com
`;

/** Name and what all other programs send. */
const bots = `
- |
- | -
- | Mozilla/5.0
- | Mozilla/5.0 (compatible)
Googlebot | Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
Googlebot | Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.69 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
Googlebot | Googlebot-Image/1.0
GoogleOther | Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.118 Mobile Safari/537.36 (compatible; GoogleOther)
Google-InspectionTool | Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)
AdsBot-Google | AdsBot-Google (+http://www.google.com/adsbot.html)
Mediapartners-Google | Mediapartners-Google
FeedFetcher-Google | FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)
bingbot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36
Applebot | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)
DuckDuckBot | DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)
YandexBot | Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)
Baiduspider | Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)
Baiduspider | Mozilla/5.0 (Linux;u;Android 4.2.2;zh-cn;) AppleWebKit/534.46 (KHTML,like Gecko) Version/5.1 Mobile Safari/10600.6.3 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)
Sogou web spider | Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)
360Spider | Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.1 (KHTML, like Gecko) Chrome/21.0.1180.89 Safari/537.1; 360Spider
YisouSpider | Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.81 YisouSpider/5.0 Safari/537.36
Bytespider | Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)
PetalBot | Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)
SeznamBot | Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/)
Linespider | Mozilla/5.0 (compatible; Linespider/1.1; +https://lin.ee/4dwXkTH)
Amazonbot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36
GPTBot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)
ChatGPT-User | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)
OAI-SearchBot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)
ClaudeBot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)
Claude-User | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)
PerplexityBot | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)
Perplexity-User | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)
meta-externalagent | meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)
meta-externalfetcher | meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)
CCBot | CCBot/2.0 (https://commoncrawl.org/faq/)
AhrefsBot | Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)
SemrushBot | Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)
MJ12bot | Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)
DotBot | Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)
archive.org_bot | Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)
bitlybot | bitlybot/3.0 (+http://bit.ly/)
UptimeRobot | Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)
Pingdom | Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)
Uptime-Kuma | Uptime-Kuma/1.23.13
Uptime-Kuma | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36 Uptime-Kuma/1.23
Better Uptime Bot | Better Uptime Bot Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Safari/537.36
Chrome-Lighthouse | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36 Chrome-Lighthouse
HeadlessChrome | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.6723.31 Safari/537.36
PhantomJS | Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1
CensysInspect | Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)
InternetMeasurement | Mozilla/5.0 (compatible; InternetMeasurement/1.0; +https://internet-measurement.com/)
Nmap | Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)
Nuclei | Nuclei - Open-source project (github.com/projectdiscovery/nuclei)
zgrab | Mozilla/5.0 zgrab/0.x
masscan | masscan/1.3 (https://github.com/robertdavidgraham/masscan)
sqlmap | sqlmap/1.8.4#stable (https://sqlmap.org)
- | Expanse, a Palo Alto Networks company, searches across the global IPv4 space multiple times per day to identify customers&#39; presences on the Internet.
- | Mozilla/5.0 (compatible; proximic)
- | libredtail-http
curl | curl/8.7.1
Wget | Wget/1.21.4
python-requests | python-requests/2.32.3
python-httpx | python-httpx/0.27.0
Python-urllib | Python-urllib/3.12
aiohttp | Python/3.11 aiohttp/3.9.5
Go-http-client | Go-http-client/2.0
Java | Java/17.0.9
Apache-HttpClient | Apache-HttpClient/4.5.14 (Java/17.0.9)
okhttp | okhttp/4.12.0
axios | axios/1.7.2
node-fetch | node-fetch/1.0 (+https://github.com/bitinn/node-fetch)
undici | undici
got | got (https://github.com/sindresorhus/got)
- | node
Bun | Bun/1.1.8
Deno | Deno/1.43.1
GuzzleHttp | GuzzleHttp/7
Scrapy | Scrapy/2.11.2 (+https://scrapy.org)
libwww-perl | libwww-perl/6.72
Ruby | Ruby
PostmanRuntime | PostmanRuntime/7.39.0
HTTPie | HTTPie/3.2.2
WindowsPowerShell | Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.4291
Dalvik | Dalvik/2.1.0 (Linux; U; Android 13; SM-S918B Build/TP1A.220624.014)
CFNetwork | MyApp/3.1 CFNetwork/1494.0.7 Darwin/23.4.0
- | Microsoft-CryptoAPI/10.0
- | Instagram 335.0.0.39.93 Android (33/13; 480dpi; 1080x2183; samsung; SM-G991B; o1s; exynos2100; tr_TR; 609774371)
- | TikTok 34.3.0 rv:343018 (iPhone; iOS 17.4.1; en_US) Cronet
- | Feedbin feed-id:1234 - 9 subscribers
- | WordPress/6.5.3; https://blog.example.org
`;

/** The cells of each line of a table; the last one may have separators, too. */
function readLines(table: string, columns: number): string[][] {
  const line = new RegExp(`^${'(.+?) \\| ?'.repeat(columns - 1)}(.*)$`);
  return table
    .trim()
    .split('\n')
    .map((text) => {
      const [, ...cells] = line.exec(text) ?? [];
      if (cells.length !== columns) throw new Error(`not ${columns} columns: ${text}`);
      return cells;
    });
}

/** What a cell says. */
function read(cell = ''): string {
  return cell === '-' ? '' : cell;
}

function readPrograms(programClass: 'preview' | 'bot', table: string): KnownAgent[] {
  return readLines(table, 2).map(([name, text = '']) => ({
    class: programClass,
    browser: read(name),
    system: '',
    device: '',
    text,
  }));
}

/** What browsers and programs really send, with what it says of them. */
export const userAgents: readonly KnownAgent[] = [
  ...readLines(people, 4).map(([browser, system, device, text = '']) => ({
    class: 'person' as const,
    browser: read(browser),
    system: read(system),
    device: read(device),
    text,
  })),
  ...readPrograms('preview', previews),
  ...readPrograms('bot', bots),
];
