/** The first 1,000 of each public ranking of leaked passwords, in lower case, from 6 characters. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  !qaz2wsx 007007 010101 01011980 01012000 01012011 010203 012345 0123456 01234567 012345678
  0123456789 098765 0987654321 101010 102030 10203040 1029384756 11112222 111222 112233 11223344
  1122334455 121212 12121212 123123 123123123 123123a 1232323q 123321 123321123 12341234 12344321
  1234512345 1234554321 123456 123456! 123456. 1234560 12345600 1234567 1234567! 12345678 12345678!
  123456788 123456789 123456789! 1234567890 12345678900 12345678901 123456789012 1234567891
  12345678910 1234567899 123456789a 123456789q 12345678@ 12345678a 12345679 1234567a 1234567b
  123456@ 123456a 123456aa@ 123456abc 123456q 12345a 12345q 12345qwert 1234abcd 1234qwer 123654
  123654789 123789 123abc 123admin 123qwe 123qweasd 124578 12qwaszx 131313 1314520 1314521 134679
  135790 141414 142536 147147 147258 147258369 147852 147852369 147896325 151515 159159 159357
  159753 159951 171717 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz!qaz 1qaz2wsx 1qaz2wsx3edc
  1qaz@wsx 1qazxsw2 202020 21122112 212121 22446688 232323 242424 246810 252525 258258 315475 321321
  321654 323232 369369 420420 454545 456123 456789 4815162342 5201314 654321 666999 696969 69696969
  741852 741852963 753951 7654321 789456 789456123 852456 8675309 87654321 9379992 963852741 987654
  9876543 98765432 987654321 9876543210 a12345 a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4
  a5201314 aa102030 aa112233 aa123123 aa123456 aa12345678 aa123456789 aa@12345 aa@123456 aa@1234567
  aa@123456789 aaa111 aaa123 aaa123456 aaaa1111 aabb1122 ab123456 abc123 abc123! abc1234 abc12345
  abc123456 abc123abc abc@123 abc@1234 abc@12345 abcabc abcd1234 abcd12345 abcd1234@ abcd@123
  abcd@1234 abcdef abcdefg abcdefgh abcdefghi abgrtyu access access14 accord action adidas admin1
  admin123 admin1234 admin12345 admin123456 admin@123 admin@1234 adminadmin administrator
  administrator1 admintelecom adrian airborne airforce airplane alabama alaska albert alexande
  alexander alexandr alexis alicia alison allison alpha1 alyssa amanda amateur america american
  anderson andrea andrew andrey angel1 angela angels animal anthony antonio apache apollo apples
  arizona arnold arsenal arsenal1 arthur asd123 asd12345 asd123456 asdasd asdasdasd asdf1234
  asdfasdf asdfg123 asdfgh asdfgh123 asdfghjk asdfghjkl ashley ashley1 asshole assman athena atlanta
  august austin autumn2024 avalon avatar awesome azerty azerty123 azertyuiop babydoll babygirl
  badass badboy badger bailey baller bambam banana bandit barbara barbie barcelona barney baseball
  baseball1 basketba basketball bastard batman baxter beatles beauty beaver beavis benjamin benson
  berlin bernie bigboy bigcock bigdaddy bigdick bigdog bigmac bigman bigone bigred bigtits billybob
  birdie bishop bismillah bitches biteme blaster blazer blessed1 blink182 blizzard blonde blondes
  blowjob blowme bluebird bobafett bobcat bollocks bond007 bondage bonnie boobies booboo booger
  boogie boomer boston bowling bradley brandon brandy braves brazil brenda britney brittany bronco
  broncos brooke brooklyn brother browns bruins brutus bubba1 bubble bubbles buddha buddy1 budlight
  buffalo bulldog bulldogs bullet bullshit burton business buster butter butthead cadillac caesar
  calvin camaro cameron canada cancer cannon caonima captain cardinal carlos carmen carolina
  caroline carrie carter cartman casino casper cassie castle catch22 catfish celtic cessna champion
  chance changeit changeme changeme123 charles charlie charlie1 cheese chelsea chelsea1 cherokee
  cherry cheryl chester chevelle cheyenne chicago chicken chicks chipper chocolat chopper chris1
  christ christia christin chronic cjkysirj claire classic claudia clinton cocacola coffee college
  colorado colors company123 compaq computer connie connor contrasena contraseña control cookie
  cooper copper corona corvette cougar country courtney cowboy cowboys coyote creative cricket
  cristiano crystal cthutq cumming cumshot curtis dakota dallas dancer danger daniel danielle
  darkness darkside darkstar dbrnjhbz debbie december default defender demo@123 denise dennis denver
  design destiny detroit devildog devils dexter diablo diamond dickhead diesel digger digital
  dilbert disney doctor dodgers doggie dollar dolphin dolphins domino donald donkey douglas dragon
  dragon1 dragons dreamer dreams driver drowssap drummer ducati duncan dustin eagle1 eagles eclipse
  edward einstein elaine electric elephant elizabet eminem empire engineer england enigma enterpri
  erotic eugene everton explorer extreme facebook facebook1 falcon family fantasy farmer fender
  ferrari fetish ficken fireball firebird fireman fisher fishing fktrcfylh flipper florida flower
  flowers fluffy flyers foobar football football1 forest forever france francis frankie franklin
  freaky freddie freddy freedom freepass freeuser friday friend friends froggy fuck_inside fucked
  fucker fucking fuckit fuckme fuckoff fuckoff1 fuckyou fuckyou1 fuckyou2 future fyfcnfcbz fylhtq
  gabriel galina galore gandalf garcia garfield gateway gators gemini general genesis genius george
  georgia gfhjkm ghbdtn giants gibson ginger goblue god123 godzilla goforit golden goldfish goldie
  golfer goober google google123 gordon gracie greenday gregory guest123 guinness guitar gundam
  gunner hacker hahaha hallo123 hammer hannah happy1 hardcore hardon harley harrison harvey hawaii
  hawkeye heather heaven heka6w2 hellfire hello1 hello123 helpme hendrix hentai hercules herman
  heslo1234 hiphop hitman hobbes hockey holiday hooker hooters hornet horney horses hotdog hotmail
  hotrod hotsex hotstuff hottie houston howard hummer hunter hunting icecream iceman iloveu iloveyou
  iloveyou! iloveyou1 iloveyou123 iloveyou2 impala india@123 indian indiana indians indigo infinity
  inside integra internet ireland ironman island iwantu jackass jackie jackson jaguar james1 jasmine
  jasper jeffrey jennifer jeremy jessica jessie jester jesus1 jesus123 johnny johnson jonathan
  jordan jordan1 jordan23 joseph joshua julian jungle junior jupiter justice justin juventus
  juventus1 karina katana kawasaki kenneth kermit killer kimberly kirill kitten klaster knicks
  knight kodiak kramer kristen kristina lacrosse ladies lakers lalala lasvegas lauren lawrence
  leather legend lennon lesbian leslie lestat letmein letmein! letmein1 letmein123 liberty licker
  lickme lifehack lights lincoln linkedin little liverpoo liverpool liverpool1 lizard logitech
  lol123 lol123456 london lonewolf longhorn looking louise love123 love1234 lovelove lovely lovely1
  loveme loveme1 loverboy lovers loveyou lucifer lucky1 machine maddog madison madman madmax madonna
  maggie magnum maksim malibu manager manutd manutd1 marcus marina marine marines marino marlboro
  marley marshall martin marvin maryjane master master1 matrix matthew mature maverick maxima
  maximus maxwell melanie melissa member mercedes mercury merlin messi10 metallic metallica mexico
  michael michael1 michele michelle michigan mickey microsoft midnight miller minecraft miranda
  mistress mitchell mnbvcxz monday money1 monica monkey monkey1 monster montana mookie morgan
  morpheus morris motdepasse mother motorola mountain mozart muffin murphy mustang mustang1
  mypassword naruto naruto1 naruto123 nascar nastya natali natalie natasha nathan naughty ncc1701
  ncc1701d nelson nemesis newport newton newyork nfnmzyf nicholas nicole nigger nikita nintendo
  nipple nipples nirvana nissan norman norton nothing november october oksana oliver olivia online
  openup orange orlando outlaw p@$$w0rd p@55w0rd p@ssw0rd p@ssw0rd! p@ssw0rd1 p@ssword p@ssword1
  pa55w0rd pa55word packard packers pakistan pakistan123 pamela pandora pantera panther panthers
  panties panzer paradise parker parola pass@123 pass@1234 pass@12345 passion passport passw0rd
  passw0rd1 password password! password1 password1! password12 password123 password1234
  password12345 password@1 password@123 passwort passwort1 patches patricia patrick patriots
  pavilion peaches peanut pearljam peekaboo peewee pegasus pencil penguin people pepper perfect
  pervert phantom philip phoenix photos picard pickle pimpin pirate platinum playboy player please
  pokemon pokemon1 pokemon123 polaris police polina pontiac poohbear pookie poopoo popcorn popeye
  porsche precious predator prelude presario pretty prince princess princess1 private psycho pumpkin
  purple pussies pussy1 pussycat pussys pyramid q123456 q1w2e3 q1w2e3r4 q1w2e3r4t5 qaz123 qazqaz
  qazwsx qazwsx123 qazwsxedc qazwsxedcrfv qazxsw qq123456 qqq111 qwaszx qwe123 qwe123456 qweasd
  qweasdzxc qweqwe qweqweqwe qwer1234 qwer4321 qwerty qwerty! qwerty1 qwerty12 qwerty123 qwerty1234
  qwerty12345 qwerty123456 qwerty@123 qwertyu qwertyui qwertyuiop qwertz qwertz123 rabbit rachel
  racing raider raiders rainbow random ranger rangers raptor rascal rasdzv3 raspberry raymond
  realmadrid rebecca red123 reddog redhead redman redneck redrum redskins redsox redwings reggie
  remember review richard robbie robert rocket rockstar rocky1 roland rolltide ronald ronaldo
  ronaldo7 ronnie rooster root123 rootroot roscoe rosebud runner rush2112 ruslan russell russia
  sabrina sailor saints samantha samson samsung samsung1 samsung123 samuel sandman sandra saturn
  savage scarface schatz school scooby scooter scorpio scorpion scotland scotty scully search
  seattle secret secret1 secret123 security semperfi senha123 serega serenity sergey service sexsex
  shadow shadow1 shaggy shannon sharon shaved shelby shelly shithead shooter shorty shotgun sierra
  silver simone simple simpson simpsons single skipper skippy skyline slayer slipknot smitty smokey
  smooth snickers sniper snoopy snowball snowman soccer softball sophie spanky sparky special speedy
  spencer spider spiderma spiderman spirit spitfire spooky sports spring spring2024 spring2025
  squirt srinivas stacey stalker stanley stargate startrek starwars starwars1 stealth steelers
  stefan stella stephen sterling steven stewart sticky stinger stingray stinky stones street strike
  student stupid sublime success sucker suckit suckme summer summer2023 summer2024 summer2025 sunset
  sunshine sunshine1 superman superman1 surfer suzuki svetlana swimming swordfis swordfish sydney
  system tanner target tarheels tattoo taurus taylor temp123 temp1234 tennis teresa test123 test1234
  test12345 test@123 tester testing testtest thailand theman theone therock thomas thumper thunder
  thx1138 tickle tiffany tiger1 tigers tigger timber timothy tinker titanic tomcat toor123 topgun
  tornado toyota transam travel travis trevor trigger trinity triumph trooper trouble trucker trucks
  trumpet trustno1 tucker turkey turktelekom turtle tweety twitter unicorn united user1234
  usuckballz1 vagina valentin valerie vampire vanessa vegeta veronica vfhbyf vfrcbv victor victoria
  victory viking vikings viktor vincent virginia vision vladimir vodafone voodoo voyager w123456
  walker wallace walter wang123456 wanker warcraft warrior weasel welcome welcome1 welcome123
  welcome@123 westside wetpussy whatever whatever1 whynot wicked wildcat wildcats william williams
  willie willow wilson windows winner winnie winston winter winter2023 winter2024 winter2025 wizard
  woaini woaini1314 woaini520 wolfgang wolfpack wolverin wolves wombat wonder wrangler wutang xavier
  xfiles yamaha yankee yankees yellow yfnfif youtube ytrewq z123456 zachary zaq12wsx zeppelin zombie
  zxc123 zxcvbn zxcvbn123 zxcvbnm zxcvbnm123 zxczxc
`
    .trim()
    .split(/\s+/),
);

/** Walks on keyboards and through the alphabet. */
export const walks: readonly string[] = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  'qwertzuiopü+asdfghjklöä#yxcvbnm,.-',
  'azertyuiopqsdfghjklmwxcvbn',
  'йцукенгшщзхъфывапролджэячсмитьбю',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!qaz@wsx#edc$rfv%tgb^yhn&ujm*ik(ol)p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'qawsedrftgyhujikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'a1s2d3f4g5h6j7k8l9',
  'z1x2c3v4b5n6m7',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
].flatMap((walk) => [walk, Array.from(walk).toReversed().join('')]);
