Thomas myje okno.
Maria pokazuje stół w Berlinie.
Laura myje butelkę w Paryżu.
Martin zamyka klucz.
Lampa kosztuje 682 euro.
List kosztuje 46 euro.
Anna mówi, że Peter naprawia klucz.
Stół kosztuje 438 euro.
Thomas mówi, że Martin pokazuje walizkę.
Stół kosztuje 838 euro.
Anna otwiera list w Berlinie.
Okno jest w Londynie.
Anna mówi, że Maria pokazuje walizkę.
Anna kupuje pudełko.
Martin mówi, że Laura otwiera pudełko.
Książka jest w Paryżu.
Peter sprawdza lampę.
Martin mówi, że Thomas myje lampę.
Pudełko jest w Paryżu.
Anna mówi, że Peter zamyka butelkę.
Walizka kosztuje 888 euro.
Klucz jest w Paryżu.
Maria zamyka stół.
Butelka kosztuje 949 euro.
Stół kosztuje 116 euro.
Peter mówi, że Maria wysyła walizkę.
Pudełko kosztuje 594 euro.
Thomas otwiera pudełko w Berlinie.
Stół kosztuje 843 euro.
List kosztuje 640 euro.
Butelka kosztuje 663 euro.
Laura sprawdza książkę w Rzymie.
Martin sprzedaje klucz.
Laura mówi, że Maria sprzedaje pudełko.
Butelka jest w Rzymie.
Peter sprawdza lampę w Paryżu.
Laura mówi, że Anna naprawia walizkę.
Thomas myje klucz w Rzymie.
Martin kupuje zdjęcie w Londynie.
Peter przynosi książkę w Paryżu.
Butelka jest w Londynie.
Laura wysyła butelkę.
Maria myje list w Londynie.
Lampa kosztuje 314 euro.
Laura mówi, że Anna pokazuje lampę.
Thomas przynosi stół.
Martin sprzedaje lampę.
Stół jest w Londynie.
List jest w Paryżu.
Stół kosztuje 278 euro.
Zdjęcie jest w Rzymie.
Peter sprzedaje lampę w Paryżu.
Lampa jest w Paryżu.
List jest w Londynie.
Martin myje pudełko.
Thomas pokazuje pudełko.
Thomas mówi, że Laura przynosi pudełko.
Peter mówi, że Thomas sprawdza walizkę.
Anna przynosi lampę.
Książka jest w Berlinie.
